package dev.velella.serve.state;

import org.jspecify.annotations.Nullable;

/**
 * Rows of a view, one after the other. The rows are valid as long as the view is open. Not thread-safe.
 *
 * @param <T> kind of row
 */
public interface Rows<T> extends AutoCloseable {
    /** The next row; null after the last. */
    @Nullable
    T next();

    /** Gives back what the rows hold; may be called again. */
    @Override
    default void close() {}
}
