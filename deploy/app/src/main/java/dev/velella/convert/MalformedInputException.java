package dev.velella.convert;

/** An input that is malformed; the message says where and why. */
final class MalformedInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedInputException(String reason) {
        super(reason);
    }

    MalformedInputException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
