package dev.velella.dictionary;

import org.jspecify.annotations.Nullable;

/**
 * A dictionary cannot be had at the moment: its place cannot be read, or it is not there. A later attempt may succeed, and
 * the record that names it may be right. So it is never treated as a bad record.
 */
public class DictionaryUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DictionaryUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
