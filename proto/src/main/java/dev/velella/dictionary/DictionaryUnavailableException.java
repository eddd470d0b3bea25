package dev.velella.dictionary;

import org.jspecify.annotations.Nullable;

/** The place of the dictionaries cannot be read at the moment. A later attempt may succeed. */
public final class DictionaryUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DictionaryUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
