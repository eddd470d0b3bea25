package dev.velella.jelly.transcode;

import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.read.StatementFields;
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
    private static final int PREDICATE = 1;
    private static final int OBJECT = 2;
    private static final int GRAPH = 3;

    /** Numbers of physical types. */
    private static final int TRIPLES = 1;

    private static final int QUADS = 2;
    private static final int GRAPHS = 3;

    /** Room for a statement without long literals. */
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
    private final StatementFields fields = new StatementFields();
    private final TermSlot[] slots = {new TermSlot(), new TermSlot(), new TermSlot(), new TermSlot()};
    private final TermSlot other = new TermSlot();
    private final RecordedRows recorded = new RecordedRows();

    /** The recorded row that has the last term of a position, if no slot has it. */
    private final @Nullable RecordedRow[] lastRows = new RecordedRow[4];

    private @Nullable OptionsRow options;
    private int physicalType;
    private boolean graphOpen;

    /** Whether there was a statement, so that the next one may leave terms out. */
    private boolean complete;

    private long frames;
    private @Nullable MalformedJellyException failure;

    TranscodedStream(JellyTranscoder joined, ReferenceFrameWriter out, String labelPrefix, Limits limits) {
        this.joined = joined;
        this.out = out;
        this.labelPrefix = labelPrefix.getBytes(StandardCharsets.UTF_8);
        this.limits = limits;
        in = new WireReader(limits.maxStringBytes());
        terms = new InputTerms(in, limits);
    }

    /**
     * Ends the stream: the next frame must begin with options. So one object can take a run of self-contained frames.
     *
     * @throws MalformedJellyException if a graph is open
     */
    public void end() {
        if (graphOpen) {
            throw new MalformedJellyException(frames, -1, 0, "the stream ends within a graph");
        }
        options = null;
        complete = false;
        frames = 0;
        for (TermSlot slot : slots) {
            slot.forget();
        }
    }

    /**
     * Transcodes the next frame of the stream.
     *
     * @param frame bare; nobody may change it afterwards, because later frames are compared with it
     * @return the next frame of the joined stream; nobody may change it, because its rows may be copied into later ones
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
            recorded.begin();
            read(frame);
            byte[] bytes = out.close();
            frames++;
            for (int position = 0; position < slots.length; position++) {
                RecordedRow row = lastRows[position];
                if (row != null) {
                    row.copyTerm(position, slots[position], frame);
                    lastRows[position] = null;
                }
                slots[position].detach();
            }
            recorded.end(frame, bytes);
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
     * one byte.
     *
     * @return whether it was read, and the cursor is behind it; if not, everything that matters is as before
     */
    private boolean quickRow(byte[] a, int p, int end) {
        if (end - p < 4 || a[p] != ROWS || a[p + 1] < 2 || options == null) {
            return false;
        }
        int rowEnd = p + 2 + a[p + 1];
        if (rowEnd > end || a[p + 3] < 0 || p + 4 + a[p + 3] != rowEnd || in.rowNumber() + 1 >= limits.maxRows()) {
            return false;
        }
        int tag = a[p + 2];
        in.nextRow();
        in.seek(p + 4);
        boolean read = (tag == RdfRowTags.TRIPLE || tag == RdfRowTags.QUAD)
                ? quickStatement(a, tag, p + 4, rowEnd)
                : terms.quickEntry(tag, a, p + 4, rowEnd);
        if (read) {
            in.seek(rowEnd);
        } else {
            in.sameRow();
            in.seek(p);
        }
        return read;
    }

    private boolean quickStatement(byte[] a, int tag, int begin, int end) {
        boolean quad = tag == RdfRowTags.QUAD;
        if (physicalType != (quad ? QUADS : TRIPLES) && (quad || physicalType != GRAPHS || !graphOpen)) {
            return false;
        }
        if (isAgain(a, begin - 4, end)) {
            return true;
        }
        long running = terms.running();
        int given = 0;
        int last = -1;
        int p = begin;
        while (p < end) {
            int field = a[p] >>> 3;
            int position = (field - 1) >> 2;
            if (end - p < 2
                    || a[p] < 0
                    || (a[p] & 7) != WireReader.LENGTH_DELIMITED
                    || a[p + 1] < 0
                    || position <= last) {
                terms.goBack(running);
                return false;
            }
            int from = p + 2;
            p = from + a[p + 1];
            if (p > end || !quickTerm(a, position, (field - 1) & 3, from, p)) {
                terms.goBack(running);
                return false;
            }
            given |= 1 << position;
            last = position;
        }
        if (!quad && (given >>> GRAPH) != 0) {
            terms.goBack(running);
            return false;
        }
        long outRunning = out.running();
        int outFrom = write(tag, quad ? 4 : 3, given, begin);
        if (outFrom >= 0 && recorded.isRecording()) {
            record(begin - 4, end, running, outRunning, given, outFrom);
        }
        return true;
    }

    /** Writes a row as the last frame had it, if it is the same. */
    private boolean isAgain(byte[] a, int from, int end) {
        RecordedRow row = recorded.find(a, from, end);
        if (row == null
                || joined.last() != this
                || row.inBefore != terms.running()
                || row.outBefore != out.running()
                || !(complete || row.given == (physicalType == QUADS ? 15 : 7))) {
            return false;
        }
        out.beginRow();
        for (int position = 0; position < slots.length; position++) {
            if ((row.given >>> position & 1) != 0 && !row.term(position).isKnown(terms, out)) {
                return false;
            }
        }
        int outFrom = out.bytes().position();
        out.row(recorded.lastWritten(), row.outFrom(), row.outLength(), row.outAfter);
        terms.goBack(row.inAfter);
        for (int position = 0; position < slots.length; position++) {
            if ((row.given >>> position & 1) != 0) {
                lastRows[position] = row;
            }
        }
        recorded.addAgain(row, from, outFrom);
        complete = true;
        return true;
    }

    private void record(int from, int end, long inBefore, long outBefore, int given, int outFrom) {
        TermSlot[] copies = new TermSlot[slots.length];
        for (int position = 0; position < slots.length; position++) {
            copies[position] = (given >>> position & 1) != 0 ? slots[position].from(from) : other;
        }
        int outLength = out.bytes().position() - outFrom;
        recorded.add(
                new RecordedRow(
                        inBefore, terms.running(), outBefore, out.running(), given, copies, end - from, outLength),
                from,
                outFrom);
    }

    private boolean quickTerm(byte[] a, int position, int kind, int from, int to) {
        if (kind == TermSlot.IRI) {
            return terms.quickIri(slots[position], a, from, to);
        }
        boolean plain = (kind == TermSlot.LITERAL && position == OBJECT)
                || (kind == TermSlot.BLANK_NODE && position != PREDICATE);
        if (plain) {
            return slots[position].quickText(in, a, from, to, kind, terms.datatypes());
        }
        if (position == GRAPH && kind == 2 && from == to) {
            slots[position].setDefaultGraph();
            return true;
        }
        return false;
    }

    private void row(int end) {
        in.nextRow();
        int start = in.position();
        if (in.rowNumber() >= limits.maxRows()) {
            throw in.fail("more rows in a frame than the limit of " + limits.maxRows());
        }
        boolean found = false;
        while (in.position() < end) {
            int tag = in.tag(end);
            if (!TAGS.isRow(tag)) {
                in.skip(tag, end);
            } else if (found) {
                throw in.failAt(start, "a row holds more than one kind of message");
            } else {
                found = true;
                int bodyEnd = in.bodyEnd(end);
                row(tag, bodyEnd);
                in.seek(bodyEnd);
            }
        }
        if (!found) {
            throw in.failAt(start, "a row that holds nothing, or a kind of message that is not known");
        }
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
        } else {
            checkRow(tag);
            switch (tag) {
                case RdfRowTags.TRIPLE, RdfRowTags.QUAD -> statement(tag, end);
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

    private void checkRow(int tag) {
        boolean allowed =
                switch (tag) {
                    case RdfRowTags.TRIPLE -> physicalType == TRIPLES || (physicalType == GRAPHS && graphOpen);
                    case RdfRowTags.QUAD -> physicalType == QUADS;
                    case RdfRowTags.GRAPH_START -> physicalType == GRAPHS && !graphOpen;
                    default -> physicalType == GRAPHS && graphOpen;
                };
        if (!allowed) {
            throw in.fail("a row of a kind that may not stand here in a stream of this physical type");
        }
    }

    private void statement(int tag, int end) {
        boolean quad = tag == RdfRowTags.QUAD;
        int positions = quad ? 4 : 3;
        int start = in.position();
        fields.scan(in, end, quad);
        int given = 0;
        for (int position = 0; position < positions; position++) {
            if (fields.has(position)) {
                terms.read(slots[position], position, fields.open(position, in), end, 0);
                given |= 1 << position;
            }
        }
        write(tag, positions, given, start);
    }

    /**
     * Writes a statement.
     *
     * @param given the positions whose terms the row has; the others repeat the statement before
     * @return where the row begins in the frame; -1 if another row of the same bytes might be written otherwise
     */
    private int write(int tag, int positions, int given, int start) {
        int written = given;
        boolean all = joined.last() != this;
        int every = (1 << positions) - 1;
        if (given != every && (all || !complete)) {
            for (int position = 0; position < positions; position++) {
                if (!slots[position].isSet()) {
                    throw in.failAt(start, "the first statement of a stream lacks a term");
                }
            }
            written = all ? every : given;
        }
        complete = true;
        for (int position = 0; position < positions; position++) {
            if ((given >>> position & 1) != 0) {
                lastRows[position] = null;
            }
        }
        out.beginRow();
        resolve(written);
        if (out.prefixesRanOut()) {
            resolve(written);
        }
        int outFrom = out.bytes().position();
        boolean asQuad = joined.isQuads();
        int rowTag = asQuad ? RdfRowTags.QUAD : tag;
        int message = out.beginMessage(rowTag, ESTIMATE);
        for (int position = 0; position < positions; position++) {
            if ((written >>> position & 1) != 0) {
                slots[position].write(out, InputTerms.TAGS[position], position == GRAPH, labelPrefix);
            }
        }
        if (asQuad && positions == 3 && all) {
            out.bytes().emptyField(InputTerms.TAGS[GRAPH] + 16); // triples are in the default graph
        }
        out.endMessage(message, rowTag, ESTIMATE);
        joined.wrote(this);
        return written == given && (!asQuad || positions == 4 || !all) ? outFrom : -1;
    }

    private void resolve(int positions) {
        for (int position = 0; position < slots.length; position++) {
            if ((positions >>> position & 1) != 0) {
                slots[position].resolve(out);
            }
        }
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
