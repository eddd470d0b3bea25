package dev.velella.jelly.write;

import dev.velella.jelly.wire.ByteSink;
import dev.velella.rdf.FilledStatements;
import dev.velella.rdf.TermCasts;
import java.util.ArrayList;
import java.util.List;

/**
 * A frame of a template that was written once, cut into parts: bytes that are the same for all values, and the rows that
 * hold values. Immutable.
 */
final class TemplateFrame {
    private final byte[] frame;
    private final List<Part> parts;

    /** A part of a frame. */
    private sealed interface Part {
        /**
         * Writes the part.
         *
         * @param iris the IRIs of the frame, in the order of their first use
         */
        void write(byte[] frame, ByteSink out, TermEncoder terms, CachedIri[] iris, FilledStatements values);
    }

    /** Rows without values. */
    private record Rows(int from, int to, int count) implements Part {
        @Override
        public void write(byte[] frame, ByteSink out, TermEncoder terms, CachedIri[] iris, FilledStatements values) {
            out.rows(frame, from, to, count);
        }
    }

    /** The entry row of a prefix. */
    private record PrefixEntry(int id, int iri) implements Part {
        @Override
        public void write(byte[] frame, ByteSink out, TermEncoder terms, CachedIri[] iris, FilledStatements values) {
            terms.writePrefixEntry(id, iris[iri]);
        }
    }

    /** The entry row of a name. */
    private record NameEntry(int id, int iri) implements Part {
        @Override
        public void write(byte[] frame, ByteSink out, TermEncoder terms, CachedIri[] iris, FilledStatements values) {
            terms.writeNameEntry(id, iris[iri]);
        }
    }

    /**
     * A quad whose object is a literal with a value.
     *
     * @param place of the literal
     * @param from where the fields before the object begin; they end at {@code object}
     * @param kind where the datatype or language tag of the literal begins; it ends at {@code after}
     * @param after where the fields after the object begin; they end at {@code to}
     */
    private record LiteralRow(int place, int from, int object, int kind, int after, int to) implements Part {
        @Override
        public void write(byte[] frame, ByteSink out, TermEncoder terms, CachedIri[] iris, FilledStatements values) {
            String label = TermCasts.literal(values.term(place)).getLabel();
            int literalEstimate = label.length() + (label.isEmpty() ? 0 : 2) + after - kind;
            int rowEstimate = literalEstimate + 2 + object - from + to - after;
            int row = out.beginRow(TemplateFrameParts.QUAD, rowEstimate);
            out.fields(frame, from, object);
            int literal = out.beginMessage(TemplateFrameParts.LITERAL, literalEstimate);
            if (!label.isEmpty()) {
                out.stringField(0x0A, label);
            }
            out.fields(frame, kind, after);
            out.endMessage(literal, literalEstimate);
            out.fields(frame, after, to);
            out.endRow(row, TemplateFrameParts.QUAD, rowEstimate);
        }
    }

    private TemplateFrame(byte[] frame, List<Part> parts) {
        this.frame = frame;
        this.parts = List.copyOf(parts);
    }

    /** Number of bytes of the frame that was cut. */
    int bytes() {
        return frame.length;
    }

    /** Writes the rows of a frame with other values. */
    void write(ByteSink out, TermEncoder terms, CachedIri[] iris, FilledStatements values) {
        for (Part part : parts) {
            part.write(frame, out, terms, iris, values);
        }
    }

    /** Collects parts in the order of the frame. */
    static final class Builder {
        private final byte[] frame;
        private final List<Part> parts = new ArrayList<>();
        private int from;
        private int count;

        Builder(byte[] frame) {
            this.frame = frame;
        }

        /** The next row is the same for all values. */
        void sameRow() {
            count++;
        }

        void prefixEntry(int id, int iri, int rowBegin, int rowEnd) {
            add(new PrefixEntry(id, iri), rowBegin, rowEnd);
        }

        void nameEntry(int id, int iri, int rowBegin, int rowEnd) {
            add(new NameEntry(id, iri), rowBegin, rowEnd);
        }

        void literalRow(int place, int[] bounds, int rowBegin, int rowEnd) {
            add(new LiteralRow(place, bounds[0], bounds[1], bounds[2], bounds[3], bounds[4]), rowBegin, rowEnd);
        }

        private void add(Part part, int rowBegin, int rowEnd) {
            addSameRows(rowBegin);
            parts.add(part);
            from = rowEnd;
        }

        private void addSameRows(int to) {
            if (count > 0) {
                parts.add(new Rows(from, to, count));
                count = 0;
            }
        }

        TemplateFrame build() {
            addSameRows(frame.length);
            return new TemplateFrame(frame, parts);
        }
    }
}
