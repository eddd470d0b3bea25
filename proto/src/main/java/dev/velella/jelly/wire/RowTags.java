package dev.velella.jelly.wire;

import dev.velella.rdf.ElementKind;

/**
 * Tags of the rows that the frames of both kinds have: name, prefix and datatype entries. Both kinds have the same
 * compression, but different numbers for their rows. Immutable.
 */
public final class RowTags {
    /** Tags of message RdfStreamRow. */
    private static final RowTags GRAPH = new RowTags(9, 0b1110_0111_1110);

    /** Tags of message RdfPatchRow. */
    private static final RowTags PATCH = new RowTags(11, 0b1111_1001_1111_1110);

    private final int nameField;
    private final int rowFields;

    private RowTags(int nameField, int rowFields) {
        this.nameField = nameField;
        this.rowFields = rowFields;
    }

    /** The tags of a kind of frame. */
    public static RowTags of(ElementKind kind) {
        return switch (kind) {
            case GRAPH -> RowTags.GRAPH;
            case PATCH -> RowTags.PATCH;
        };
    }

    /** Tag of a name entry row. */
    public int name() {
        return (nameField << 3) | 2;
    }

    /** Tag of a prefix entry row. */
    public int prefix() {
        return ((nameField + 1) << 3) | 2;
    }

    /** Tag of a datatype entry row. */
    public int datatype() {
        return ((nameField + 2) << 3) | 2;
    }

    /** Whether the tag belongs to a row of this kind of frame. */
    public boolean isRow(int tag) {
        int field = tag >>> 3;
        return (tag & 7) == WireReader.LENGTH_DELIMITED && field < 16 && ((rowFields >>> field) & 1) != 0;
    }
}
