package dev.velella.source;

import java.io.Closeable;
import org.jspecify.annotations.Nullable;

/**
 * A stream of elements that can be read again from the start and is then the same. Errors are
 * {@link dev.velella.source.file.InputFormatException}s, with a message for the user.
 */
interface ElementInput extends Closeable {
    /** The next element, or null at the end. */
    @Nullable
    SourceElement next();

    /** Passes over the next element; false at the end. */
    boolean skip();
}
