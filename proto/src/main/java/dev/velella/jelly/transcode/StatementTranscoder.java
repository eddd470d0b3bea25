package dev.velella.jelly.transcode;

import dev.velella.jelly.read.StatementFields;
import dev.velella.jelly.wire.RdfRowTags;
import dev.velella.jelly.wire.WireReader;
import dev.velella.jelly.write.ReferenceFrameWriter;

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

    /** Ends a frame: its bytes will be gone. */
    void endFrame() {
        for (TermSlot slot : slots) {
            slot.detach();
        }
    }

    /**
     * Reads a statement in the form that all writers use: its fields are in order, and all lengths have one or two bytes.
     *
     * @return whether it was read and written; if not, everything that matters is as before
     */
    boolean quick(byte[] a, int tag, int begin, int end) {
        int positions = tag == RdfRowTags.QUAD ? 4 : 3;
        long running = terms.running();
        if (complete && joined.last() == stream && copy(a, tag, begin, end, positions)) {
            return true;
        }
        terms.goBack(running);
        int given = quickTerms(a, begin, end, positions, false);
        if (given < 0) {
            terms.goBack(running);
            return false;
        }
        write(tag, positions, given, begin);
        return true;
    }

    /**
     * Writes a statement in one pass, if the joined stream has all its entries: a missing one would have to stand before the row.
     * The row before must be of the same stream, so that both leave out the same terms.
     */
    private boolean copy(byte[] a, int tag, int begin, int end, int positions) {
        long running = out.running();
        int from = out.bytes().position();
        int rowTag = joined.isQuads() ? RdfRowTags.QUAD : tag;
        out.beginRow();
        int message = out.beginMessage(rowTag, end - begin);
        if (quickTerms(a, begin, end, positions, true) < 0) {
            out.takeBack(from, running);
            return false;
        }
        out.endMessage(message, rowTag, end - begin);
        return true;
    }

    /**
     * Reads the terms of a statement in the usual form.
     *
     * @param copies whether each term is written as soon as it is read
     * @return the positions whose terms it has; -1 if it has another form, or entries that the joined stream lacks
     */
    private int quickTerms(byte[] a, int begin, int end, int positions, boolean copies) {
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
            if (a[p] < 0
                    || (a[p] & 7) != WireReader.LENGTH_DELIMITED
                    || length < 0
                    || position <= last
                    || position >= positions) {
                return -1;
            }
            p = from + length;
            TermSlot slot = slots[position];
            if (p > end
                    || !quickTerm(slot, a, position, (field - 1) & 3, from, p)
                    || (copies && !slot.copy(out, InputTerms.TAGS[position], position == GRAPH, labelPrefix))) {
                return -1;
            }
            given |= 1 << position;
            last = position;
        }
        return given;
    }

    private boolean quickTerm(TermSlot slot, byte[] a, int position, int kind, int from, int to) {
        if (kind == TermSlot.IRI) {
            return terms.quickIri(slot, a, from, to);
        }
        boolean plain = (kind == TermSlot.LITERAL && position == OBJECT)
                || (kind == TermSlot.BLANK_NODE && position != PREDICATE);
        if (plain) {
            return slot.quickText(in, a, from, to, kind, terms.datatypes());
        }
        if (position == GRAPH && kind == 2 && from == to) {
            slot.setDefaultGraph();
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
     */
    private void write(int tag, int positions, int given, int start) {
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
        out.beginRow();
        resolve(written);
        if (out.prefixesRanOut()) {
            resolve(written);
        }
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
    }

    private void resolve(int positions) {
        for (int position = 0; position < slots.length; position++) {
            if ((positions >>> position & 1) != 0) {
                slots[position].resolve(out);
            }
        }
    }
}
