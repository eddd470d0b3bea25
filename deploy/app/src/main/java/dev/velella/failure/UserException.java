package dev.velella.failure;

import java.time.Duration;

/**
 * Thrown for a problem that the user can solve. The user sees only the message, in one line. The command ends with
 * status 1, or with the given status.
 */
public final class UserException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    /** @param message problem, place and remedy, in one line */
    public UserException(String message) {
        super(message);
        status = 1;
    }

    /**
     * @param message problem, place and remedy, in one line
     * @param cause the cause, for the log
     */
    public UserException(String message, Throwable cause) {
        this(message, cause, 1);
    }

    /**
     * @param message problem, place and remedy, in one line
     * @param cause the cause, for the log
     * @param status exit status of the process
     */
    public UserException(String message, Throwable cause, int status) {
        super(message, cause);
        this.status = status;
    }

    /**
     * For a broker that does not answer.
     *
     * @param servers the brokers that were asked
     * @param timeout how long
     */
    public static UserException noAnswer(String servers, Duration timeout, Throwable cause) {
        return new UserException(
                "no answer from " + servers + " within " + timeout.toMillis() + " ms: check --bootstrap-server, and"
                        + " --command-config if the connection needs TLS or a login",
                cause);
    }

    /** Exit status of the process. */
    public int status() {
        return status;
    }
}
