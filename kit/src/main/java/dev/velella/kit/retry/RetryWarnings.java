package dev.velella.kit.retry;

import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides which failures of repeated attempts are worth a warning: the first failure of each reason in a row, and the
 * same reason again after five minutes. Not thread-safe.
 */
public final class RetryWarnings {
    private static final long AGAIN_NANOS = Duration.ofMinutes(5).toNanos();

    private final LongSupplier nanoTime;
    private @Nullable String last;
    private long warnedAt;

    /** Warnings for attempts of which none has failed yet. */
    public RetryWarnings() {
        this(System::nanoTime);
    }

    /** @param nanoTime a clock as {@link System#nanoTime} */
    RetryWarnings(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Whether a failure with this reason deserves a warning; if not, it is only noted. */
    public boolean isDue(String reason) {
        long now = nanoTime.getAsLong();
        if (reason.equals(last) && now - warnedAt < AGAIN_NANOS) {
            return false;
        }
        last = reason;
        warnedAt = now;
        return true;
    }

    /** An attempt has succeeded. The next failure is a new one, with any reason. */
    public void succeeded() {
        last = null;
    }

    /** The message of an error, or its class if it has no message. */
    public static String message(IOException failure) {
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }
}
