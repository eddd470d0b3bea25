package dev.velella.source.file;

/**
 * How large one element of a file may be. Nothing larger is ever held in memory.
 *
 * @param statements most statements of an element
 * @param bytes most bytes of an archive entry, of a document, of a line or of a frame, decompressed
 */
public record ElementLimits(int statements, int bytes) {
    /** A million statements, 64 MiB. */
    public static final ElementLimits DEFAULT = new ElementLimits(1_000_000, 64 << 20);

    /**
     * Checks both.
     *
     * @throws IllegalArgumentException if one is not positive
     */
    public ElementLimits {
        if (statements < 1 || bytes < 1) {
            throw new IllegalArgumentException("limits of an element must be at least 1");
        }
    }
}
