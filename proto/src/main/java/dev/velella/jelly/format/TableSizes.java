package dev.velella.jelly.format;

/**
 * Sizes of the three lookup tables of a Jelly stream, in entries (Jelly specification, stream options).
 *
 * @param names at least 8
 * @param prefixes 0 turns the table off. A small table (fewer than 4 entries) may be too small for all prefixes of one
 *     row; such a row is written with whole IRIs
 * @param datatypes 0 means that no typed literal can be written
 */
public record TableSizes(int names, int prefixes, int datatypes) {
    /** Preset SMALL of the specification. */
    public static final TableSizes SMALL = new TableSizes(128, 16, 16);

    /** Preset BIG of the specification. */
    public static final TableSizes BIG = new TableSizes(4000, 150, 32);

    public TableSizes {
        if (names < 8) {
            throw new IllegalArgumentException("name table size must be at least 8, not " + names);
        }
        if (prefixes < 0) {
            throw new IllegalArgumentException("prefix table size must not be negative: " + prefixes);
        }
        if (datatypes < 0) {
            throw new IllegalArgumentException("datatype table size must not be negative: " + datatypes);
        }
    }
}
