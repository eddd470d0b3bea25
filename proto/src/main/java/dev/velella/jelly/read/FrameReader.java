package dev.velella.jelly.read;

import dev.velella.jelly.format.Limits;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.jelly.wire.FrameMetadata;
import dev.velella.jelly.wire.OptionsRow;
import dev.velella.jelly.wire.RowTags;
import dev.velella.jelly.wire.WireReader;
import dev.velella.rdf.ElementKind;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of one stream, of either kind. It finds the rows, processes options and entries itself, and hands
 * all other rows to a subclass. Owns the state of the stream, which continues from frame to frame until {@link #reset}.
 *
 * <p>A frame is read as a whole or not at all: after every error the state is the same as before the frame.
 */
abstract class FrameReader {
    private static final int ROWS = 0x0A;

    final WireReader in;
    public final TermDecoder terms;
    final StatementReader statements;
    private final ElementKind kind;
    private final RowTags tags;
    private final int nameTag;
    private final int prefixTag;
    private final int datatypeTag;
    private final Limits limits;
    private @Nullable OptionsRow options;
    private boolean hasDictionary;
    private long frame;

    FrameReader(ElementKind kind, ValueFactory given, Limits limits) {
        ValueFactory values = LightValueFactory.replacing(given);
        this.kind = kind;
        tags = RowTags.of(kind);
        nameTag = tags.name();
        prefixTag = tags.prefix();
        datatypeTag = tags.datatype();
        this.limits = limits;
        in = new WireReader(limits.maxStringBytes());
        terms = new TermDecoder(values, limits, in);
        statements = new StatementReader(in, terms, values, limits);
    }

    /** Forgets the stream: the next frame must begin with options. */
    public final void reset() {
        terms.mark();
        statements.mark();
        forget();
    }

    private void forget() {
        options = null;
        hasDictionary = false;
        frame = 0;
        terms.forget();
        statements.forget();
        forgetOpen();
    }

    /** Options of the stream; null before they were read. */
    public final @Nullable OptionsRow options() {
        return options;
    }

    /** Number of frames that were read. */
    public final long frames() {
        return frame;
    }

    final Limits limits() {
        return limits;
    }

    /** The state that a frame builds on. */
    enum Start {
        /** The state after the last frame of the stream. */
        LAST_FRAME,
        /** None: the frame begins another stream, with options. */
        OPTIONS,
        /** The state after the dictionary, to which the reader goes back after the frame. */
        DICTIONARY
    }

    /** Whether a dictionary was read, and no other stream was begun after it. */
    final boolean hasDictionary() {
        return hasDictionary;
    }

    /**
     * Reads a dictionary: a frame with options and entries, and nothing else. Then {@link Start#DICTIONARY} can be used.
     */
    final void readDictionaryFrame(byte[] bytes) {
        readFrame(bytes, Start.OPTIONS, true);
        terms.fix();
        hasDictionary = true;
    }

    /** Reads every row of a frame. */
    final void readFrame(byte[] bytes, Start start) {
        if (start != Start.DICTIONARY) {
            readFrame(bytes, start, false);
            return;
        }
        if (!hasDictionary) {
            throw new IllegalStateException("no dictionary was read, or another stream was begun after it");
        }
        try {
            readFrame(bytes, start, false);
        } finally {
            terms.cutBack();
            statements.forget();
        }
    }

    private void readFrame(byte[] bytes, Start start, boolean isDictionary) {
        boolean first = start == Start.OPTIONS;
        OptionsRow markedOptions = options;
        boolean markedDictionary = hasDictionary;
        long markedFrame = frame;
        terms.mark();
        statements.mark();
        markOpen();
        boolean complete = false;
        try {
            if (first || (hasDictionary && start == Start.LAST_FRAME)) {
                forget();
            }
            in.open(bytes, frame);
            rows(bytes);
            if (first && options == null) {
                throw in.fail("the frame holds no options row");
            }
            if (isDictionary && !isEmpty()) {
                throw in.fail("a dictionary holds options and entries only, and this frame holds other rows");
            }
            endFrame(start);
            frame++;
            complete = true;
        } catch (IllegalArgumentException e) {
            // The value factory has refused a term.
            throw in.invalidTerm(in.position(), e);
        } finally {
            in.close();
            if (!complete) {
                options = markedOptions;
                hasDictionary = markedDictionary;
                frame = markedFrame;
                terms.rollback();
                statements.rollback();
                rollbackOpen();
            }
        }
    }

    private void rows(byte[] a) {
        int end = a.length;
        if (end > limits.maxFrameBytes()) {
            throw in.fail("a frame of " + end + " bytes is longer than the limit of " + limits.maxFrameBytes());
        }
        int p = 0;
        while (p < end) {
            int next = rowAt(a, p, end);
            if (next == 0) {
                in.seek(p);
                field(end);
                next = in.position();
            }
            p = next;
        }
        in.seek(end);
    }

    /**
     * Reads a row in the form that all writers use: one message fills the row, and both lengths have one or two bytes.
     *
     * @return the end of the row, or 0 if the row must be read by {@link #field}
     */
    int rowAt(byte[] a, int p, int end) {
        if (end - p < 4 || a[p] != ROWS || options == null) {
            return 0;
        }
        int length = a[p + 1];
        int q = p + 2;
        if (length < 0) {
            int high = a[q++];
            if (high < 0) {
                return 0;
            }
            length = WireReader.twoBytes(length, high);
        }
        int rowEnd = q + length;
        if (rowEnd > end || length < 2) {
            return 0;
        }
        int tag = a[q];
        int body = a[q + 1];
        q += 2;
        if (body < 0) {
            int high = q < rowEnd ? a[q++] : -1;
            if (high < 0) {
                return 0;
            }
            body = WireReader.twoBytes(body, high);
        }
        if (q + body != rowEnd || in.rowNumber() + 1 >= limits.maxRows()) {
            return 0;
        }
        in.nextRow();
        if (quickRow(a, tag, q, rowEnd) || quickEntry(a, tag, q, rowEnd)) {
            return rowEnd;
        }
        in.sameRow();
        return 0;
    }

    private boolean quickEntry(byte[] a, int tag, int q, int rowEnd) {
        if (tag == nameTag) {
            return terms.quickName(a, q, rowEnd);
        }
        if (tag == prefixTag) {
            return terms.quickPrefix(a, q, rowEnd);
        }
        return tag == datatypeTag && terms.quickDatatype(a, q, rowEnd);
    }

    /** Reads a field of the frame. It is a row, or it is skipped. */
    private void field(int end) {
        int tag = in.tag(end);
        if (tag == ROWS) {
            row(in.bodyEnd(end));
        } else if (tag == FrameMetadata.TAG && kind == ElementKind.GRAPH) {
            FrameMetadata.readEntry(in, end, null);
        } else {
            in.skip(tag, end);
        }
    }

    private void row(int end) {
        in.nextRow();
        if (in.rowNumber() >= limits.maxRows()) {
            throw in.fail("more rows in a frame than the limit of " + limits.maxRows());
        }
        int tag = tags.open(in, end);
        row(tag, in.bodyEnd(end));
        in.seek(end);
    }

    private void row(int tag, int end) {
        if (tag == OptionsRow.TAG) {
            readOptions(end);
            return;
        }
        if (options == null) {
            throw in.fail("the first row of a stream must hold its options");
        }
        if (tag == nameTag) {
            terms.nameEntry(end);
        } else if (tag == prefixTag) {
            terms.prefixEntry(end);
        } else if (tag == datatypeTag) {
            terms.datatypeEntry(end);
        } else {
            readRow(tag, end, options);
        }
    }

    private void readOptions(int end) {
        int start = in.position();
        OptionsRow read = OptionsRow.read(kind, in, end, limits);
        if (options == null) {
            options = read;
            terms.begin(read);
            begin(read);
        } else if (!options.equals(read)) {
            throw in.failAt(start, "options that differ from the first ones of the stream");
        }
    }

    /** The state between two frames. */
    public final DecoderState snapshot() {
        return new DecoderState(kind, limits, options, frame, terms.snapshot(), statements.snapshot(), snapshotOpen());
    }

    /** Continues from a state. */
    public final void restore(DecoderState state) {
        if (state.kind() != kind) {
            throw new IllegalArgumentException("the state is that of a decoder of " + state.kind() + ", not " + kind);
        }
        if (!state.limits().equals(limits)) {
            throw new IllegalArgumentException("the state is that of a decoder with other limits: " + state.limits());
        }
        options = state.options();
        hasDictionary = false;
        frame = state.frame();
        terms.restore(state.references(), options);
        statements.restore(state.terms());
        if (options != null) {
            begin(options);
        }
        restoreOpen(state.open());
    }

    /** Reads the body of a row that is neither options nor an entry. May leave the cursor anywhere in the body. */
    abstract void readRow(int tag, int end, OptionsRow streamOptions);

    /**
     * Reads the body of such a row if it has a common form. Options have been read before.
     *
     * @return whether it was read; if not, everything is as before
     */
    abstract boolean quickRow(byte[] a, int tag, int start, int end);

    /** Takes the options of a new stream. */
    abstract void begin(OptionsRow streamOptions);

    /** Whether the frame has brought nothing but options and entries so far. */
    abstract boolean isEmpty();

    /** Checks the conditions that only the end of a frame can tell. */
    abstract void endFrame(Start start);

    /** Remembers the open graph and transaction, for {@link #rollbackOpen}. */
    abstract void markOpen();

    /** Goes back to the state of {@link #markOpen}. */
    abstract void rollbackOpen();

    /** Forgets the open graph and transaction. */
    abstract void forgetOpen();

    /** The open graph and transaction between two frames. */
    abstract DecoderState.Open snapshotOpen();

    /** Takes the open graph and transaction from a snapshot. */
    abstract void restoreOpen(DecoderState.Open open);
}
