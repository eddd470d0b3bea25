package dev.velella.sink.error;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The store does not answer now, or not in time: it is worth another attempt. What the attempt before did is unknown until
 * {@link dev.velella.sink.store.Target#reopen} and {@link dev.velella.sink.store.Target#claim}.
 */
public final class StoreUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    /**
     * @param message where and why
     * @param cause the error behind it; null where there is none
     * @param retryAfter shortest wait before the next attempt that the store asks for; zero where it asks for none
     */
    public StoreUnavailableException(String message, @Nullable Throwable cause, Duration retryAfter) {
        super(message, cause);
        this.retryAfter = retryAfter;
    }

    /** Shortest wait before the next attempt; zero where the store asks for none. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
