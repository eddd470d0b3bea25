package dev.velella.document.format;

/** Data that the format or the options of the output cannot carry; the message names the data and the reason. */
public final class UnwritableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * An exception with a reason.
     *
     * @param reason names the term or the statement
     */
    public UnwritableException(String reason) {
        super(reason);
    }

    /**
     * An exception with a reason and a cause.
     *
     * @param reason names the term or the statement
     */
    public UnwritableException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
