package dev.velella.kit.retry;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * Waits between attempts. Each wait is twice as long as the one before, up to a longest wait. The actual wait is
 * random, between half of this time and all of it, so that clients do not come all at once. Not thread-safe.
 */
public final class Backoff {
    private final long firstMs;
    private final long longestMs;
    private final DoubleSupplier chance;
    private int failures;

    /** Waits of random length, from the length of the first wait to the length of the longest. */
    public Backoff(long firstMs, long longestMs) {
        this(firstMs, longestMs, () -> ThreadLocalRandom.current().nextDouble());
    }

    /**
     * Waits with a given source of chance.
     *
     * @param chance numbers from 0, for half of a wait, to 1, for all of it
     */
    public Backoff(long firstMs, long longestMs, DoubleSupplier chance) {
        this.firstMs = firstMs;
        this.longestMs = longestMs;
        this.chance = chance;
    }

    /** The attempt succeeded. The next wait is the first one again. */
    public void reset() {
        failures = 0;
    }

    /** Number of failures in a row so far. */
    public int failures() {
        return failures;
    }

    /** The next wait in ms, at least 1. */
    public long nextMs() {
        double most = Math.min((double) longestMs, firstMs * Math.pow(2, failures));
        failures++;
        return Math.max(1, Math.round(most * (0.5 + chance.getAsDouble() / 2)));
    }
}
