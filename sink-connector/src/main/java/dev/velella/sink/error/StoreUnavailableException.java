package dev.velella.sink.error;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when the store does not answer now, or not in time. Another attempt makes sense. The result of the failed
 * attempt is unknown until {@link dev.velella.sink.store.Target#reopen} and
 * {@link dev.velella.sink.store.Target#claim}.
 */
public final class StoreUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    /**
     * @param message place and reason
     * @param cause the error behind it; null if there is none
     * @param retryAfter minimum wait before the next attempt, if the store asks for one; else zero
     */
    public StoreUnavailableException(String message, @Nullable Throwable cause, Duration retryAfter) {
        super(message, cause);
        this.retryAfter = retryAfter;
    }

    /** Minimum wait before the next attempt; zero if the store asks for none. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
