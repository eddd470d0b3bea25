package dev.velella.document.format;

/** Data that the format or the options of the output cannot carry; the message says what and why. */
public final class UnwritableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param reason names the term or the statement */
    public UnwritableException(String reason) {
        super(reason);
    }

    /** @param reason names the term or the statement */
    public UnwritableException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
