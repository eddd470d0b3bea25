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

    /**
     * Finds the one message of a row. Leaves the cursor before its length.
     *
     * @param end of the row; the cursor is at its beginning
     * @return its tag
     * @throws dev.velella.jelly.format.MalformedJellyException if the row holds another number of such messages than one
     */
    public int open(WireReader in, int end) {
        int start = in.position();
        int found = 0;
        int body = 0;
        while (in.position() < end) {
            int tag = in.tag(end);
            if (isRow(tag)) {
                if (found != 0) {
                    throw in.failAt(start, "a row holds more than one kind of message");
                }
                found = tag;
                body = in.position();
            }
            in.skip(tag, end);
        }
        if (found == 0) {
            throw in.failAt(start, "a row that holds nothing, or a kind of message that is not known");
        }
        in.seek(body);
        return found;
    }
}
