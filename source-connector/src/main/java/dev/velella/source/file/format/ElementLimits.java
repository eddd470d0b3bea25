package dev.velella.source.file.format;

import dev.velella.document.budget.ReadingLimits;
import java.time.Duration;

/**
 * How large one element of a file may be. Nothing larger is ever held in memory.
 *
 * @param statements most statements of an element
 * @param bytes most bytes of an archive entry, of a document, of a line or of a frame, decompressed
 * @param processorMs most processor time for reading a document, in milliseconds
 */
public record ElementLimits(int statements, int bytes, int processorMs) {
    /** What fits into a heap of 1 GB, in any format. */
    public static final ElementLimits DEFAULT = new ElementLimits(
            ReadingLimits.DEFAULT_STATEMENTS, ReadingLimits.DEFAULT_BYTES, (int) ReadingLimits.DEFAULT_TIME.toMillis());

    /** Limits with the default of time. */
    public ElementLimits(int statements, int bytes) {
        this(statements, bytes, (int) ReadingLimits.DEFAULT_TIME.toMillis());
    }

    /** The limits of a document that becomes one element. */
    public ReadingLimits reading() {
        return new ReadingLimits(
                bytes,
                statements,
                4L * bytes,
                ReadingLimits.DEFAULT_DEPTH,
                ReadingLimits.DEFAULT_DIGITS,
                Duration.ofMillis(processorMs),
                false);
    }

    /**
     * Checks all.
     *
     * @throws IllegalArgumentException if one is not positive
     */
    public ElementLimits {
        if (statements < 1 || bytes < 1 || processorMs < 1) {
            throw new IllegalArgumentException("limits of an element must be at least 1");
        }
    }
}
