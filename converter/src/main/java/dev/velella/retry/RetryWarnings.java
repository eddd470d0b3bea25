package dev.velella.retry;

import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which failures of something that is tried again are worth a warning: the first of each reason in a row, and the same one
 * every five minutes. Not thread-safe.
 */
public final class RetryWarnings {
    private static final long AGAIN_NANOS = Duration.ofMinutes(5).toNanos();

    private final LongSupplier nanoTime;
    private @Nullable String last;
    private long warnedAt;

    /** Nothing has failed yet. */
    public RetryWarnings() {
        this(System::nanoTime);
    }

    /** @param nanoTime a clock as {@link System#nanoTime} */
    RetryWarnings(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Whether to warn, and not only to note, that it has failed for this reason. */
    public boolean isDue(String reason) {
        long now = nanoTime.getAsLong();
        if (reason.equals(last) && now - warnedAt < AGAIN_NANOS) {
            return false;
        }
        last = reason;
        warnedAt = now;
        return true;
    }

    /** It has succeeded: the next failure is a new one, whatever its reason. */
    public void succeeded() {
        last = null;
    }

    /** The message of an error, or its kind where it has none. */
    public static String message(IOException failure) {
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }
}
