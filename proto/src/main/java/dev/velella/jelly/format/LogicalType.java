package dev.velella.jelly.format;

import java.util.Optional;

/**
 * Logical stream type of Jelly-RDF: the meaning of a frame (Jelly specification, logical stream types; RDF-STaX). A
 * type is a subtype of another type if its number ends with the digits of the other number.
 */
public enum LogicalType {
    /** Not given: the reader decides about the meaning of frames. */
    UNSPECIFIED(0),
    /** One endless stream of triples; frames have no meaning. */
    FLAT_TRIPLES(1),
    /** One endless stream of quads; frames have no meaning. */
    FLAT_QUADS(2),
    /** A frame is a graph. */
    GRAPHS(3),
    /** A frame is a dataset. */
    DATASETS(4),
    /** A frame is a graph about one subject. */
    SUBJECT_GRAPHS(13),
    /** A frame is one named graph. */
    NAMED_GRAPHS(14),
    /** A frame is one named graph and, in the default graph, its time. */
    TIMESTAMPED_NAMED_GRAPHS(114);

    private final int code;

    LogicalType(int code) {
        this.code = code;
    }

    /** Number of this type in the options row. */
    public int code() {
        return code;
    }

    /** Whether frames have no meaning and only serve transport, so that a reader may divide and join them. */
    public boolean isFlat() {
        return this == FLAT_TRIPLES || this == FLAT_QUADS;
    }

    /** Whether each frame is an element of its stream. Frames of a type that is not given are none. */
    public boolean isFramed() {
        return !isFlat() && this != UNSPECIFIED;
    }

    /** Whether streams of the physical type may have this logical type. */
    public boolean fits(PhysicalType physical) {
        int base = code % 10;
        boolean triples = physical == PhysicalType.TRIPLES;
        return base == 0 || ((base == 1 || base == 3) == triples);
    }

    /**
     * Whether this type is equal to another type, or a subtype of it; everything is a subtype of {@link #UNSPECIFIED}.
     */
    public boolean isSubtypeOf(LogicalType other) {
        if (other == UNSPECIFIED) {
            return true;
        }
        return code % (other.code < 10 ? 10 : other.code < 100 ? 100 : 1000) == other.code;
    }

    /** The logical type if each frame is an element of a stream: graphs, or datasets. */
    public static LogicalType framed(PhysicalType physical) {
        return physical == PhysicalType.TRIPLES ? GRAPHS : DATASETS;
    }

    /**
     * The type with a number. If the number is unknown, its closest supertype, because types other than the four base
     * types may be added to the format. Empty if the number has no base type.
     *
     * @param code taken as unsigned
     */
    public static Optional<LogicalType> closest(int code) {
        for (int modulus : new int[] {1000, 100, 10}) {
            int tail = Integer.remainderUnsigned(code, modulus);
            for (LogicalType type : values()) {
                if (type.code == tail && tail >= modulus / 10 && type != UNSPECIFIED) {
                    return Optional.of(type);
                }
            }
        }
        return code == 0 ? Optional.of(UNSPECIFIED) : Optional.empty();
    }
}
