package dev.velella.failure;

/** Something the user can mend; shown as its message alone, in one line, and the command ends with status 1. */
public final class UserException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    /** @param message one line: what is wrong, where, and what to do */
    public UserException(String message) {
        super(message);
        status = 1;
    }

    /**
     * @param message one line: what is wrong, where, and what to do
     * @param cause what was thrown, for the log
     */
    public UserException(String message, Throwable cause) {
        this(message, cause, 1);
    }

    /**
     * @param message one line: what is wrong, where, and what to do
     * @param cause what was thrown, for the log
     * @param status with which the process ends
     */
    public UserException(String message, Throwable cause, int status) {
        super(message, cause);
        this.status = status;
    }

    /** Status with which the process ends. */
    public int status() {
        return status;
    }
}
