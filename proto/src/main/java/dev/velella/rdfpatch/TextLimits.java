package dev.velella.rdfpatch;

/**
 * Limits of a reader of RDF Patch text for input from an untrusted sender. Lengths are counted in UTF-16 characters,
 * after escapes are resolved. White space and comments do not count.
 *
 * @param maxTokenLength longest single token: an IRI, a label, a string
 * @param maxRowLength longest row, the sum of its tokens; the reader holds at most one row at a time
 * @param maxNesting deepest quoted triple, in levels, at most 1000; 0 allows none
 * @param maxPatchLength longest patch that {@link RdfPatchTextReader#next} collects, the sum of its rows; the values in
 *     memory take several times as much memory as the text
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
