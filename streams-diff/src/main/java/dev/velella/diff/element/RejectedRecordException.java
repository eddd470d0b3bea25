package dev.velella.diff.element;

import dev.velella.rdf.ErrorText;

/**
 * An input record that the diff cannot take: the message is {@code topic-partition@offset: reason}. Nothing of the
 * record was written; the app stops at it rather than leave it out.
 *
 * <p>It has no cause, so that whoever reports the root cause of a failure reports the place too; where the reason was
 * found is among the suppressed exceptions.
 */
public final class RejectedRecordException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RejectedRecordException(String place, RuntimeException reason) {
        super(place + ": " + ErrorText.message(reason.getMessage()));
        addSuppressed(ErrorText.bounded(reason));
    }
}
