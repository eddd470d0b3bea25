package dev.velella.convert;

/** Data that the format or the options of the output cannot carry; the message says what and why. */
final class UnwritableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnwritableException(String reason) {
        super(reason);
    }

    UnwritableException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
