package dev.velella.record;

import dev.velella.rdf.ErrorText;

/**
 * A record that cannot be read as Jelly because of its headers or its format. The message says why, without the
 * record's place.
 */
public class UnreadableRecordException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UnreadableRecordException(String message) {
        super(ErrorText.message(message));
    }

    public UnreadableRecordException(String message, Throwable cause) {
        super(ErrorText.message(message), ErrorText.bounded(cause));
    }
}
