package dev.velella.source.http;

/** A request that gave no answer, or not all of it. The message is one line, and says what to do where it lasts. */
final class HttpFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean lasting;
    private final long retryAfterMs;

    private HttpFailure(boolean lasting, String message, long retryAfterMs) {
        super(message.strip().replaceAll("\\s+", " "));
        this.lasting = lasting;
        this.retryAfterMs = retryAfterMs;
    }

    /** Trying again may help. */
    static HttpFailure passing(String message) {
        return new HttpFailure(false, message, 0);
    }

    /** The server says when trying again may help. */
    static HttpFailure passing(String message, long retryAfterMs) {
        return new HttpFailure(false, message, retryAfterMs);
    }

    /** Trying again does not help. */
    static HttpFailure lasting(String message) {
        return new HttpFailure(true, message, 0);
    }

    boolean isLasting() {
        return lasting;
    }

    /** How long the server asks to wait; 0 where it does not. */
    long retryAfterMs() {
        return retryAfterMs;
    }
}
