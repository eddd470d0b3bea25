package dev.velella.jelly.format;

/**
 * Physical stream type of Jelly-RDF: the kind of statement rows in a stream. The number on the wire is {@link #code()}.
 */
public enum PhysicalType {
    /** Triple rows only. */
    TRIPLES(1),
    /** Quad rows only. */
    QUADS(2),
    /** Triple rows between the start and the end of a graph. */
    GRAPHS(3);

    private final int code;

    PhysicalType(int code) {
        this.code = code;
    }

    /** Number of this type in the options row. */
    public int code() {
        return code;
    }

    /** The type of a number that {@link dev.velella.jelly.wire.OptionsRow OptionsRow} has checked. */
    public static PhysicalType ofCode(int code) {
        return switch (code) {
            case 1 -> TRIPLES;
            case 2 -> QUADS;
            case 3 -> GRAPHS;
            default -> throw new IllegalArgumentException("physical stream type " + code);
        };
    }
}
