package dev.velella.jelly.write;

import dev.velella.jelly.wire.RdfRowTags;
import dev.velella.jelly.wire.RowTags;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.FilledStatements;
import dev.velella.rdf.StatementTable;
import dev.velella.rdf.StatementTemplate;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a frame of a template into the rows that hold values and the rows that do not. The frame is one that was written
 * by this program just now, so its form is known; where it has another form than it must have, it is not cut.
 */
final class TemplateFrameParts {
    static final int QUAD = RdfRowTags.QUAD;

    /** Tag of a literal as the object of a quad. */
    static final int LITERAL = StatementWriter.OBJECT + 16;

    private static final RowTags TAGS = RowTags.of(ElementKind.GRAPH);

    private final byte[] frame;
    private final StatementTemplate template;
    private final int[] nameOwners;
    private final int[] prefixOwners;
    private final boolean[] open;
    private final TemplateFrame.Builder parts;
    private int at;
    private int names;
    private int prefixes;
    private int datatypes;
    private int quads;

    /**
     * @param nameOwners the IRI that brings each name entry of the frame, in their order
     * @param prefixOwners the IRI that brings each prefix entry of the frame, in their order
     * @param open whether an IRI is an open term of the template
     */
    private TemplateFrameParts(
            byte[] frame, FilledStatements values, int[] nameOwners, int[] prefixOwners, boolean[] open) {
        this.frame = frame;
        template = values.template();
        this.nameOwners = nameOwners;
        this.prefixOwners = prefixOwners;
        this.open = open;
        parts = new TemplateFrame.Builder(frame);
    }

    /**
     * Cuts a frame.
     *
     * @param mostDatatypes most datatype entries that the frame may have, so that none of them overwrites another
     * @return null if the frame has other entries or rows than these
     */
    static @Nullable TemplateFrame cut(
            byte[] frame,
            FilledStatements values,
            int[] nameOwners,
            int[] prefixOwners,
            boolean[] open,
            int mostDatatypes) {
        TemplateFrameParts cutting = new TemplateFrameParts(frame, values, nameOwners, prefixOwners, open);
        while (cutting.at < frame.length) {
            if (!cutting.row()) {
                return null;
            }
        }
        boolean isComplete = cutting.names == nameOwners.length
                && cutting.prefixes == prefixOwners.length
                && cutting.datatypes <= mostDatatypes
                && cutting.quads == values.template().rows();
        return isComplete ? cutting.parts.build() : null;
    }

    private int varint() {
        int value = 0;
        int shift = 0;
        byte next;
        do {
            next = frame[at++];
            value |= (next & 0x7F) << shift;
            shift += 7;
        } while (next < 0);
        return value;
    }

    private boolean row() {
        int begin = at;
        at++;
        int length = varint();
        int end = at + length;
        int tag = frame[at++] & 0xFF;
        varint();
        boolean isKnown = true;
        if (tag == TAGS.name()) {
            isKnown = entry(names, nameOwners, begin, end, true);
            names++;
        } else if (tag == TAGS.prefix()) {
            isKnown = entry(prefixes, prefixOwners, begin, end, false);
            prefixes++;
        } else if (tag == TAGS.datatype()) {
            datatypes++;
            parts.sameRow();
        } else if (tag == QUAD) {
            isKnown = quad(begin, end);
            quads++;
        } else {
            isKnown = tag == RdfRowTags.NAMESPACE;
            parts.sameRow();
        }
        at = end;
        return isKnown;
    }

    private boolean entry(int number, int[] owners, int begin, int end, boolean isName) {
        if (number >= owners.length) {
            return false;
        }
        int owner = owners[number];
        if (!open[owner]) {
            parts.sameRow();
            return true;
        }
        int id = 0;
        if (frame[at] == 0x08) {
            at++;
            id = varint();
        }
        if (isName) {
            parts.nameEntry(id, owner, begin, end);
        } else {
            parts.prefixEntry(id, owner, begin, end);
        }
        return true;
    }

    private boolean quad(int begin, int end) {
        if (quads >= template.rows()) {
            return false;
        }
        int object = template.place(quads, StatementTable.OBJECT);
        int from = at;
        while (at < end) {
            int field = at;
            int tag = frame[at++] & 0xFF;
            int length = varint();
            if (tag == LITERAL && template.constant(object) == null) {
                int after = at + length;
                parts.literalRow(object, new int[] {from, field, kind(after), after, end}, begin, end);
                return true;
            }
            at += length;
        }
        parts.sameRow();
        return true;
    }

    /** Where the datatype or language tag of the literal begins. */
    private int kind(int after) {
        if (at < after && frame[at] == 0x0A) {
            at++;
            int label = varint();
            at += label;
        }
        return at;
    }
}
