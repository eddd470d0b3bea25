package dev.velella.diff.element;

import dev.velella.rdf.ErrorText;

/**
 * Thrown for an input record that the diff cannot take. The message is {@code topic-partition@offset: reason}. The app
 * has written nothing of the record. It stops at the record instead of leaving it out.
 *
 * <p>The exception has no cause, so that a tool that reports only the root cause of a failure reports the place too.
 * The original exception, with its stack trace, is among the suppressed exceptions.
 */
public final class RejectedRecordException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RejectedRecordException(String place, RuntimeException reason) {
        super(place + ": " + ErrorText.message(reason.getMessage()));
        addSuppressed(ErrorText.bounded(reason));
    }
}
