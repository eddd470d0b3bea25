package dev.velella.jelly;

import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Rows of the frames of one stream, of either kind: finds the rows, takes options and entries in, and hands the others
 * to a subclass. Owns the state of the stream, which runs across frames until {@link #reset}.
 *
 * <p>After an error the state is undefined; only {@link #reset} makes the reader usable again.
 */
abstract class FrameReader {
    final WireReader in;
    final TermDecoder terms;
    final StatementReader statements;
    private final FrameKind kind;
    private final int nameTag;
    private final int prefixTag;
    private final int datatypeTag;
    private final Limits limits;
    private @Nullable OptionsRow options;
    private long frame;

    FrameReader(FrameKind kind, ValueFactory values, Limits limits) {
        this.kind = kind;
        nameTag = kind.nameTag();
        prefixTag = kind.prefixTag();
        datatypeTag = kind.datatypeTag();
        this.limits = limits;
        in = new WireReader(limits.maxStringBytes());
        terms = new TermDecoder(values, limits, in);
        statements = new StatementReader(in, terms, values);
    }

    /** Forgets the stream: the next frame must begin with options. */
    final void reset() {
        options = null;
        frame = 0;
    }

    /** Whether the options of the stream were read. */
    final boolean hasOptions() {
        return options != null;
    }

    /** Reads every row of a frame. */
    final void readFrame(byte[] bytes) {
        in.open(bytes, frame);
        try {
            if (bytes.length > limits.maxFrameBytes()) {
                throw in.fail(
                        "a frame of " + bytes.length + " bytes is longer than the limit of " + limits.maxFrameBytes());
            }
            terms.beginFrame();
            while (in.position() < bytes.length) {
                int tag = in.tag(bytes.length);
                if (tag == 0x0A) {
                    row(in.bodyEnd(bytes.length));
                } else {
                    in.skip(tag, bytes.length);
                }
            }
        } catch (IllegalArgumentException e) {
            // The value factory refuses a term, such as an IRI that is not absolute.
            MalformedJellyException failure = in.fail("not a valid term: " + e.getMessage());
            failure.initCause(e);
            throw failure;
        } finally {
            in.close();
        }
        frame++;
    }

    private void row(int end) {
        in.nextRow();
        if (in.rowNumber() >= limits.maxRows()) {
            throw in.fail("more rows in a frame than the limit of " + limits.maxRows());
        }
        boolean found = false;
        while (in.position() < end) {
            int tag = in.tag(end);
            if (!kind.isRow(tag)) {
                in.skip(tag, end);
            } else if (found) {
                throw in.fail("a row holds more than one kind of message");
            } else {
                found = true;
                int bodyEnd = in.bodyEnd(end);
                row(tag, bodyEnd);
                in.seek(bodyEnd);
            }
        }
        if (!found) {
            throw in.fail("a row that holds nothing, or a kind of message that is not known");
        }
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
        OptionsRow read = OptionsRow.read(kind, in, end, limits);
        if (options == null) {
            options = read;
            terms.reset(read);
            statements.reset();
        } else if (!options.equals(read)) {
            throw in.fail("options that differ from the first ones of the stream");
        }
    }

    /** Reads the body of a row that is neither options nor an entry; may leave the cursor anywhere in it. */
    abstract void readRow(int tag, int end, OptionsRow streamOptions);
}
