package dev.velella.source.file.format;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One way in which a file holds elements: graphs, or patches. Besides {@link IOException}, reading throws what the parsers throw;
 * {@link ElementReader} makes one kind of exception of all of it, and reads no further after one.
 *
 * @param <E> what an element is
 */
interface ElementContainer<E> extends Closeable {
    /** The next element, or null at the end. */
    @Nullable
    E next() throws IOException;

    /** Passes over the next element, unparsed where the container has borders; false at the end. */
    default boolean skip() throws IOException {
        return next() != null;
    }

    /** Reads what is left, far enough to know that the container is whole; unparsed where it has borders. */
    default void drain() throws IOException {
        while (skip()) {
            // Reading is the only way to know that an element is whole.
        }
    }

    /** Where reading stands: an entry or a frame; empty if errors say where by themselves. */
    String place();
}
