package dev.velella.source.input;

import java.io.Closeable;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A stream of elements that can be read again from the start, with the same elements. Errors are
 * {@link dev.velella.source.format.InputFormatException}s with a message for the user.
 */
public interface ElementInput extends Closeable {
    /** The next element, or null at the end. */
    @Nullable
    SourceElement next();

    /** Skips the next element; false at the end. */
    boolean skip();

    /**
     * Skips elements.
     *
     * @param count number of elements to skip
     * @param cancelled asked before each element; true ends the skipping
     * @return number of skipped elements; less than {@code count} if the input ended or the skipping was cancelled
     */
    default long skip(long count, BooleanSupplier cancelled) {
        long skipped = 0;
        while (skipped < count && !cancelled.getAsBoolean() && skip()) {
            skipped++;
        }
        return skipped;
    }

    /** The number of times that the input has begun anew, up to the element read last. */
    default long pass() {
        return 0;
    }
}
