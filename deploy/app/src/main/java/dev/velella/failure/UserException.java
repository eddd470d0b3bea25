package dev.velella.failure;

/** Something the user can mend; shown as its message alone, in one line, and the command ends with status 1. */
public final class UserException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message one line: what is wrong, where, and what to do */
    public UserException(String message) {
        super(message);
    }

    /**
     * @param message one line: what is wrong, where, and what to do
     * @param cause what was thrown, for the log
     */
    public UserException(String message, Throwable cause) {
        super(message, cause);
    }
}
