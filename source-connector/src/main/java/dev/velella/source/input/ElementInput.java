package dev.velella.source.input;

import java.io.Closeable;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A stream of elements that can be read again from the start and is then the same. Errors are
 * {@link dev.velella.source.file.format.InputFormatException}s, with a message for the user.
 */
public interface ElementInput extends Closeable {
    /** The next element, or null at the end. */
    @Nullable
    SourceElement next();

    /** Passes over the next element; false at the end. */
    boolean skip();

    /**
     * Passes over elements.
     *
     * @param count how many
     * @param cancelled asked before each element
     * @return how many were passed over: fewer if the input ended or it was cancelled
     */
    default long skip(long count, BooleanSupplier cancelled) {
        long skipped = 0;
        while (skipped < count && !cancelled.getAsBoolean() && skip()) {
            skipped++;
        }
        return skipped;
    }

    /** How often the input has begun anew, up to the element read last. */
    default long pass() {
        return 0;
    }
}
