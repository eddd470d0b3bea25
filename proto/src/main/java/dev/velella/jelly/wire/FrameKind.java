package dev.velella.jelly.wire;

/** The two kinds of frame; they share one compression scheme and differ in the numbers of their rows. */
public enum FrameKind {
    /** Jelly-RDF, message RdfStreamRow. */
    RDF(9, 0b1110_0111_1110),
    /** Jelly-Patch, message RdfPatchRow. */
    PATCH(11, 0b1111_1001_1111_1110);

    private final int nameField;
    private final int rowFields;

    FrameKind(int nameField, int rowFields) {
        this.nameField = nameField;
        this.rowFields = rowFields;
    }

    /** Tag of a name entry row. */
    public int nameTag() {
        return (nameField << 3) | 2;
    }

    /** Tag of a prefix entry row. */
    public int prefixTag() {
        return ((nameField + 1) << 3) | 2;
    }

    /** Tag of a datatype entry row. */
    public int datatypeTag() {
        return ((nameField + 2) << 3) | 2;
    }

    /** Whether the tag stands for one of the rows of this kind of frame. */
    public boolean isRow(int tag) {
        int field = tag >>> 3;
        return (tag & 7) == WireReader.LENGTH_DELIMITED && field < 16 && ((rowFields >>> field) & 1) != 0;
    }
}
