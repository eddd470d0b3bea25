package dev.velella.source.format;

import dev.velella.document.budget.DocumentLimitException;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.jelly.format.Limits;
import java.time.Duration;

/**
 * Limits of the size of one element of a file. A larger element is never held in memory.
 *
 * @param statements most statements of an element
 * @param bytes most bytes of an archive entry, of a document, of a line or of a frame, decompressed
 * @param processorMs most processor time for reading a document, in ms
 */
public record ElementLimits(int statements, int bytes, int processorMs) {
    /** Limits of elements that fit into a heap of 1 GB, in any format. */
    public static final ElementLimits DEFAULT = new ElementLimits(
            ReadingLimits.DEFAULT_STATEMENTS, ReadingLimits.DEFAULT_BYTES, (int) ReadingLimits.DEFAULT_TIME.toMillis());

    /** Limits with the default processor time. */
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

    /** The option that sets a limit, for the end of a message. Some limits follow from others, or are fixed. */
    public static String option(DocumentLimitException.Limit limit) {
        return switch (limit) {
            case BYTES, CHARACTERS -> " (limits.element.bytes)";
            case STATEMENTS -> " (limits.element.statements)";
            case TIME -> " (limits.element.processor.ms)";
            case DEPTH, DIGITS -> "";
        };
    }

    /** The limits of a Jelly decoder for such elements. */
    public Limits frames() {
        Limits d = Limits.DEFAULT;
        int maxFrameBytes = Math.min(bytes, d.maxFrameBytes());
        return d.withMaxFrameBytes(maxFrameBytes)
                .withMaxStringBytes(Math.min(d.maxStringBytes(), maxFrameBytes))
                .withMaxStatements(statements);
    }

    /**
     * Checks all limits.
     *
     * @throws IllegalArgumentException if a limit is not positive
     */
    public ElementLimits {
        if (statements < 1 || bytes < 1 || processorMs < 1) {
            throw new IllegalArgumentException("each limit of an element must be at least 1");
        }
    }
}
