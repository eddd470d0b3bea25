package dev.velella.rdfpatch;

/**
 * What a reader of RDF Patch text accepts from an untrusted sender. Lengths are counted in UTF-16 characters, after
 * escapes are resolved; white space and comments are free.
 *
 * @param maxTokenLength longest single token: an IRI, a label, a string
 * @param maxRowLength longest row, the sum of its tokens; a row is the most that is held at once
 * @param maxNesting deepest quoted triple, in levels, at most 1000; 0 admits none
 * @param maxPatchLength longest patch that {@link RdfPatchTextReader#next} collects, the sum of its rows; the values
 *     in memory take several times as much
 */
public record TextLimits(int maxTokenLength, int maxRowLength, int maxNesting, long maxPatchLength) {

    /** Tokens up to 16 Mi characters, rows up to 64 Mi, 32 levels, whole patches up to 64 Mi characters. */
    public static final TextLimits DEFAULT = new TextLimits(16 << 20, 64 << 20, 32, 64 << 20);

    public TextLimits {
        if (maxTokenLength < 1 || maxRowLength < 1 || maxPatchLength < 1 || maxNesting < 0 || maxNesting > 1000) {
            throw new IllegalArgumentException("limits must be positive, and maxNesting at most 1000");
        }
    }
}
