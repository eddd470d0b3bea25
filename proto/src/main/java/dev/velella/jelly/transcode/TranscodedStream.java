package dev.velella.jelly.transcode;

import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.wire.FrameMetadata;
import dev.velella.jelly.wire.OptionsRow;
import dev.velella.jelly.wire.RdfRowTags;
import dev.velella.jelly.wire.RowTags;
import dev.velella.jelly.wire.WireReader;
import dev.velella.jelly.write.ReferenceFrameWriter;
import dev.velella.rdf.ElementKind;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One of the streams that a {@link JellyTranscoder} joins. Every frame becomes one frame of the joined stream, with the
 * same rows in the same order, and its metadata.
 *
 * <p>Terms are not built and not checked: an IRI that is none stays as it is. Checked is all that the format says: options,
 * ids, kinds of rows and terms, UTF-8, and the limits. Uses the transcoder, so it is not thread-safe either.
 */
public final class TranscodedStream {
    private static final int ROWS = 0x0A;
    private static final int GRAPH = 3;

    /** Numbers of physical types. */
    private static final int TRIPLES = 1;

    private static final int QUADS = 2;
    private static final int GRAPHS = 3;

    /** Bytes before the body of a row, if both lengths have two bytes. */
    private static final int LONGEST_HEAD = 6;

    /** Room for an IRI and a short text. */
    private static final int ESTIMATE = 24;

    private static final RowTags TAGS = RowTags.of(ElementKind.GRAPH);
    private static final int NAME = TAGS.name();
    private static final int PREFIX = TAGS.prefix();
    private static final int DATATYPE = TAGS.datatype();

    private final JellyTranscoder joined;
    private final ReferenceFrameWriter out;
    private final byte[] labelPrefix;
    private final Limits limits;
    private final WireReader in;
    private final InputTerms terms;
    private final StatementTranscoder statements;
    private final TermSlot other = new TermSlot();
    private @Nullable OptionsRow options;
    private int physicalType;
    private boolean graphOpen;

    private long frames;
    private @Nullable MalformedJellyException failure;

    TranscodedStream(JellyTranscoder joined, ReferenceFrameWriter out, String labelPrefix, Limits limits) {
        this.joined = joined;
        this.out = out;
        this.labelPrefix = labelPrefix.getBytes(StandardCharsets.UTF_8);
        this.limits = limits;
        in = new WireReader(limits.maxStringBytes());
        terms = new InputTerms(in, limits);
        statements = new StatementTranscoder(this, joined, out, in, terms, this.labelPrefix);
    }

    /**
     * Ends the stream: the next frame must begin with options. So one object can take a run of self-contained frames.
     *
     * @throws MalformedJellyException if a graph is open, or the stream had no options
     */
    public void end() {
        if (options == null) {
            throw new MalformedJellyException(frames, -1, 0, "the stream ends without options: it is no Jelly");
        }
        if (graphOpen) {
            throw new MalformedJellyException(frames, -1, 0, "the stream ends within a graph");
        }
        options = null;
        frames = 0;
        statements.forget();
    }

    /**
     * Transcodes the next frame of the stream.
     *
     * @param frame bare
     * @return the next frame of the joined stream
     * @throws MalformedJellyException if the frame is malformed, above the limits, or does not fit into the joined stream.
     *     The joined stream is as before, and goes on with other streams, unless an earlier frame of this one has left a graph
     *     open. This one is at its end: every later call throws the error again
     * @throws IllegalStateException if another stream has left a graph open
     */
    public byte[] next(byte[] frame) {
        if (failure != null) {
            throw failure;
        }
        joined.checkFree(this);
        TranscodedStream before = joined.last();
        boolean openBefore = graphOpen;
        out.open();
        try {
            read(frame);
            byte[] bytes = out.close();
            frames++;
            statements.endFrame();
            return bytes;
        } catch (MalformedJellyException e) {
            failure = e;
            setGraphOpen(openBefore);
            out.rollBack();
            joined.wrote(before);
            throw e;
        } finally {
            in.close();
        }
    }

    private void setGraphOpen(boolean open) {
        graphOpen = open;
        joined.keepFor(open ? this : null);
    }

    private void read(byte[] frame) {
        int end = frame.length;
        in.open(frame, frames);
        terms.open(frame);
        if (end > limits.maxFrameBytes()) {
            throw in.fail("a frame of " + end + " bytes is longer than the limit of " + limits.maxFrameBytes());
        }
        boolean metadata = false;
        while (in.position() < end) {
            if (quickRow(frame, in.position(), end)) {
                continue;
            }
            int tag = in.tag(end);
            if (tag == ROWS) {
                row(in.bodyEnd(end));
            } else if (tag == FrameMetadata.TAG) {
                FrameMetadata.readEntry(in, end, null);
                metadata = true;
            } else {
                in.skip(tag, end);
            }
        }
        if (metadata) {
            copyMetadata(frame);
        }
    }

    /** Metadata stands behind the rows, because a stream must begin with its options. */
    private void copyMetadata(byte[] frame) {
        in.seek(0);
        while (in.position() < frame.length) {
            int tag = in.tag(frame.length);
            if (tag == FrameMetadata.TAG) {
                int entryEnd = in.bodyEnd(frame.length);
                out.bytes().bytesField(tag, frame, in.position(), entryEnd - in.position());
                in.seek(entryEnd);
            } else {
                in.skip(tag, frame.length);
            }
        }
    }

    /**
     * Reads a row in the form that all writers use: one message fills the row, its fields are in order, and all lengths have
     * one or two bytes.
     *
     * @return whether it was read, and the cursor is behind it; if not, everything that matters is as before
     */
    private boolean quickRow(byte[] a, int p, int end) {
        if (end - p < LONGEST_HEAD || a[p] != ROWS || options == null || in.rowNumber() + 1 >= limits.maxRows()) {
            return false;
        }
        int q = p + 2;
        int length = a[p + 1];
        if (length < 0) {
            length = WireReader.twoBytes(length, a[q++]);
        }
        int rowEnd = q + length;
        int tag = a[q++];
        int body = a[q++];
        if (body < 0) {
            body = WireReader.twoBytes(body, a[q++]);
        }
        // A third byte of a length makes it negative, or too large for the row.
        if (length < 2 || body < 0 || rowEnd > end || q + body != rowEnd) {
            return false;
        }
        in.nextRow();
        in.seek(q);
        boolean read = (tag == RdfRowTags.TRIPLE || tag == RdfRowTags.QUAD)
                ? isAllowed(tag) && statements.quick(a, tag, q, rowEnd)
                : terms.quickEntry(tag, a, q, rowEnd);
        if (read) {
            in.seek(rowEnd);
        } else {
            in.sameRow();
            in.seek(p);
        }
        return read;
    }

    private void row(int end) {
        in.nextRow();
        if (in.rowNumber() >= limits.maxRows()) {
            throw in.fail("more rows in a frame than the limit of " + limits.maxRows());
        }
        int tag = TAGS.open(in, end);
        row(tag, in.bodyEnd(end));
        in.seek(end);
    }

    private void row(int tag, int end) {
        if (tag == OptionsRow.TAG) {
            readOptions(end);
        } else if (options == null) {
            throw in.fail("the first row of a stream must hold its options");
        } else if (tag == NAME) {
            terms.readName(end);
        } else if (tag == PREFIX) {
            terms.readPrefix(end);
        } else if (tag == DATATYPE) {
            terms.readDatatype(end);
        } else if (tag == RdfRowTags.NAMESPACE) {
            namespace(end);
        } else if (!isAllowed(tag)) {
            throw in.fail("a row of a kind that may not stand here in a stream of this physical type");
        } else {
            switch (tag) {
                case RdfRowTags.TRIPLE, RdfRowTags.QUAD -> statements.read(tag, end);
                case RdfRowTags.GRAPH_START -> graphStart(end);
                default -> graphEnd();
            }
        }
    }

    private void readOptions(int end) {
        int start = in.position();
        OptionsRow read = OptionsRow.read(ElementKind.GRAPH, in, end, limits);
        if (options == null) {
            options = read;
            physicalType = read.physicalType();
            joined.problem(read).ifPresent(problem -> {
                throw in.failAt(start, problem);
            });
            terms.begin(read);
        } else if (!options.equals(read)) {
            throw in.failAt(start, "options that differ from the first ones of the stream");
        }
    }

    private boolean isAllowed(int tag) {
        return switch (tag) {
            case RdfRowTags.TRIPLE -> physicalType == TRIPLES || (physicalType == GRAPHS && graphOpen);
            case RdfRowTags.QUAD -> physicalType == QUADS;
            case RdfRowTags.GRAPH_START -> physicalType == GRAPHS && !graphOpen;
            default -> physicalType == GRAPHS && graphOpen;
        };
    }

    private void graphStart(int end) {
        int start = in.position();
        other.forget();
        while (in.position() < end) {
            int tag = in.tag(end);
            int field = tag >>> 3;
            if (field > 4 || (tag & 7) != WireReader.LENGTH_DELIMITED) {
                in.skip(tag, end);
            } else {
                terms.read(other, GRAPH, tag + 12 * 8, end, 0);
            }
        }
        if (!other.isSet()) {
            throw in.failAt(start, "the start of a graph without its name");
        }
        resolveOther();
        int message = out.beginMessage(RdfRowTags.GRAPH_START, ESTIMATE);
        other.write(out, InputTerms.TAGS[0], true, labelPrefix);
        out.endMessage(message, RdfRowTags.GRAPH_START, ESTIMATE);
        setGraphOpen(true);
    }

    private void resolveOther() {
        out.beginRow();
        do {
            other.resolve(out);
        } while (out.prefixesRanOut());
    }

    private void graphEnd() {
        int message = out.beginMessage(RdfRowTags.GRAPH_END, 0);
        out.endMessage(message, RdfRowTags.GRAPH_END, 0);
        setGraphOpen(false);
    }

    private void namespace(int end) {
        int start = in.position();
        String prefix = "";
        other.forget();
        while (in.position() < end) {
            int tag = in.tag(end);
            if (tag == 0x0A) {
                prefix = in.string(end);
            } else if (tag == 0x12) {
                int iriEnd = in.bodyEnd(end);
                terms.readIri(other, iriEnd);
                in.seek(iriEnd);
            } else {
                in.skip(tag, end);
            }
        }
        if (!other.isSet()) {
            throw in.failAt(start, "a namespace declaration without an IRI");
        }
        if (!joined.hasNamespaces()) {
            return; // cosmetic
        }
        resolveOther();
        int message = out.beginMessage(RdfRowTags.NAMESPACE, ESTIMATE);
        if (!prefix.isEmpty()) {
            out.bytes().stringField(0x0A, prefix);
        }
        other.write(out, 0x12, false, labelPrefix);
        out.endMessage(message, RdfRowTags.NAMESPACE, ESTIMATE);
    }
}
