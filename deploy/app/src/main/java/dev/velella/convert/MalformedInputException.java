package dev.velella.convert;

/** Thrown for a malformed input. The message tells the place and the reason. */
final class MalformedInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedInputException(String reason) {
        super(reason);
    }

    MalformedInputException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
