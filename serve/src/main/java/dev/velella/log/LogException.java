package dev.velella.log;

/**
 * Thrown if the log cannot give an answer: a record cannot be decoded, a patch does not follow the one before it, or
 * records are gone. The message is one sentence with the place ({@code topic-partition@offset}), the reason, and the
 * remedy if there is one.
 */
public final class LogException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message place, reason and remedy, in one line */
    public LogException(String message) {
        super(message);
    }

    /**
     * @param message place, reason and remedy, in one line
     * @param cause the cause, for the log
     */
    public LogException(String message, Throwable cause) {
        super(message, cause);
    }
}
