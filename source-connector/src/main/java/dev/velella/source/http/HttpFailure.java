package dev.velella.source.http;

import java.time.Duration;

/** A request that gave no answer, or not all of it. The message is one line, and says what to do where it lasts. */
final class HttpFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean lasting;
    private final Duration retryAfter;

    private HttpFailure(boolean lasting, String message, Duration retryAfter) {
        super(message.strip().replaceAll("\\s+", " "));
        this.lasting = lasting;
        this.retryAfter = retryAfter;
    }

    /** Trying again may help. */
    static HttpFailure passing(String message) {
        return new HttpFailure(false, message, Duration.ZERO);
    }

    /** The server says when trying again may help. */
    static HttpFailure passing(String message, Duration retryAfter) {
        return new HttpFailure(false, message, retryAfter);
    }

    /** Trying again does not help. */
    static HttpFailure lasting(String message) {
        return new HttpFailure(true, message, Duration.ZERO);
    }

    boolean isLasting() {
        return lasting;
    }

    /** How long the server asks to wait; zero where it does not. */
    Duration retryAfter() {
        return retryAfter;
    }
}
