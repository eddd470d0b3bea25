package dev.velella.convert.file;

/** Thrown for a malformed input. The message tells the place and the reason. */
public final class MalformedInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param reason where and why */
    public MalformedInputException(String reason) {
        super(reason);
    }

    /** @param reason where and why */
    public MalformedInputException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
