package dev.velella.jelly.transcode;

import dev.velella.jelly.read.StatementFields;
import dev.velella.jelly.wire.RdfRowTags;
import dev.velella.jelly.wire.WireReader;
import dev.velella.jelly.write.ReferenceFrameWriter;
import org.jspecify.annotations.Nullable;

/**
 * The statements of a stream that is transcoded. Owns the last term of each position. A statement that leaves out a term
 * leaves it out in the joined stream too, unless another stream has written the statement before it there.
 */
final class StatementTranscoder {
    private static final int PREDICATE = 1;
    private static final int OBJECT = 2;
    private static final int GRAPH = 3;

    /** Room for a statement without long literals. */
    private static final int ESTIMATE = 24;

    private final TranscodedStream stream;
    private final JellyTranscoder joined;
    private final ReferenceFrameWriter out;
    private final WireReader in;
    private final InputTerms terms;
    private final byte[] labelPrefix;
    private final StatementFields fields = new StatementFields();
    private final TermSlot[] slots = {new TermSlot(), new TermSlot(), new TermSlot(), new TermSlot()};
    private final RecordedRows recorded = new RecordedRows();

    /** The recorded row that has the last term of a position, if no slot has it. */
    private final @Nullable RecordedRow[] lastRows = new RecordedRow[4];

    /** Whether there was a statement, so that the next one may leave terms out. */
    private boolean complete;

    StatementTranscoder(
            TranscodedStream stream,
            JellyTranscoder joined,
            ReferenceFrameWriter out,
            WireReader in,
            InputTerms terms,
            byte[] labelPrefix) {
        this.stream = stream;
        this.joined = joined;
        this.out = out;
        this.in = in;
        this.terms = terms;
        this.labelPrefix = labelPrefix;
    }

    /** Begins another stream: its first statement must have all terms. */
    void forget() {
        complete = false;
        for (TermSlot slot : slots) {
            slot.forget();
        }
    }

    void beginFrame() {
        recorded.begin();
    }

    /** Ends a frame that became that frame of the joined stream. */
    void endFrame(byte[] frame, byte[] written) {
        for (int position = 0; position < slots.length; position++) {
            RecordedRow row = lastRows[position];
            if (row != null) {
                row.copyTerm(position, slots[position], frame);
                lastRows[position] = null;
            }
            slots[position].detach();
        }
        recorded.end(frame, written);
    }

    /**
     * Reads a statement in the form that all writers use: its fields are in order, and all lengths have one or two bytes.
     *
     * @param row where its row begins
     * @return whether it was read and written; if not, everything that matters is as before
     */
    boolean quick(byte[] a, int tag, int row, int begin, int end) {
        boolean quad = tag == RdfRowTags.QUAD;
        if (isAgain(a, row, end, quad ? 15 : 7)) {
            return true;
        }
        long running = terms.running();
        int given = 0;
        int last = -1;
        int p = begin;
        while (p < end) {
            int field = a[p] >>> 3;
            int position = (field - 1) >> 2;
            int from = p + 2;
            int length = end - p < 2 ? -1 : a[p + 1];
            if (length < 0 && end - p > 2) {
                length = WireReader.twoBytes(length, a[from++]);
            }
            if (a[p] < 0 || (a[p] & 7) != WireReader.LENGTH_DELIMITED || length < 0 || position <= last) {
                terms.goBack(running);
                return false;
            }
            p = from + length;
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
            record(row, end, running, outRunning, given, outFrom);
        }
        return true;
    }

    /** Writes a row as the last frame had it, if it is the same. */
    private boolean isAgain(byte[] a, int from, int end, int every) {
        RecordedRow row = recorded.find(a, from, end);
        if (row == null
                || joined.last() != stream
                || row.inBefore != terms.running()
                || row.outBefore != out.running()
                || !(complete || row.given == every)) {
            return false;
        }
        out.beginRow();
        if (!row.isKnown(terms, out)) {
            return false;
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
        @Nullable TermSlot[] copies = new TermSlot[slots.length];
        for (int position = 0; position < slots.length; position++) {
            copies[position] = (given >>> position & 1) != 0 ? slots[position].from(from) : null;
        }
        InputTerms.EntryIds entries = terms.entriesOf(copies);
        if (entries == null) {
            return;
        }
        int outLength = out.bytes().position() - outFrom;
        recorded.add(
                new RecordedRow(
                        inBefore,
                        terms.running(),
                        outBefore,
                        out.running(),
                        given,
                        copies,
                        entries,
                        end - from,
                        outLength),
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

    /** Reads the body of a statement in any form. */
    void read(int tag, int end) {
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
        boolean all = joined.last() != stream;
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
        joined.wrote(stream);
        return written == given && (!asQuad || positions == 4 || !all) ? outFrom : -1;
    }

    private void resolve(int positions) {
        for (int position = 0; position < slots.length; position++) {
            if ((positions >>> position & 1) != 0) {
                slots[position].resolve(out);
            }
        }
    }
}
