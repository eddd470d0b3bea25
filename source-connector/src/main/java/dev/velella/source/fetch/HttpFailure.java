package dev.velella.source.fetch;

import java.time.Duration;

/**
 * Thrown for a request that got no answer, or an incomplete one. The message is one line. If the failure lasts, the
 * message says how to repair it.
 */
public final class HttpFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean lasting;
    private final Duration retryAfter;

    private HttpFailure(boolean lasting, String message, Duration retryAfter) {
        super(message.strip().replaceAll("\\s+", " "));
        this.lasting = lasting;
        this.retryAfter = retryAfter;
    }

    /** A failure that a new attempt may pass. */
    public static HttpFailure passing(String message) {
        return new HttpFailure(false, message, Duration.ZERO);
    }

    /** A failure that a new attempt may pass, after a time that the server names. */
    static HttpFailure passing(String message, Duration retryAfter) {
        return new HttpFailure(false, message, retryAfter);
    }

    /** A failure that every new attempt would have too. */
    public static HttpFailure lasting(String message) {
        return new HttpFailure(true, message, Duration.ZERO);
    }

    /** Whether every new attempt would fail too. */
    public boolean isLasting() {
        return lasting;
    }

    /** The time that the server asks to wait; zero if it names none. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
