package dev.velella.source.format;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One way in which a file holds elements: graphs, or patches. Besides {@link IOException}, the methods throw the
 * exceptions of the parsers. {@link ElementReader} turns all of them into one kind of exception, and does not read on
 * after one.
 *
 * @param <E> kind of element: a graph, or a patch
 */
interface ElementContainer<E> extends Closeable {
    /** The next element, or null at the end. */
    @Nullable
    E next() throws IOException;

    /**
     * Skips the next element; false at the end. The element is not parsed if the container marks the borders of
     * elements.
     */
    default boolean skip() throws IOException {
        return next() != null;
    }

    /**
     * Reads the rest, far enough to know that the container is whole. The rest is not parsed if the container marks the
     * borders of elements.
     */
    default void drain() throws IOException {
        while (skip()) {
            // Only reading shows whether an element is whole.
        }
    }

    /** The current place of the reading: an entry or a frame. Empty if the errors name their place themselves. */
    String place();
}
