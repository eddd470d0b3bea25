package dev.velella.source.mqtt.client;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Waits between attempts: each twice as long as the one before up to a longest, and between half of that and all of it, so
 * that clients do not come all at once. Not thread-safe.
 */
final class Backoff {
    private final long firstMs;
    private final long longestMs;
    private int failures;

    Backoff(long firstMs, long longestMs) {
        this.firstMs = firstMs;
        this.longestMs = longestMs;
    }

    /** It went well; the next wait is the first. */
    void reset() {
        failures = 0;
    }

    /** The next wait, in ms. */
    long nextMs() {
        long wait = failures >= 32 ? longestMs : Math.min(longestMs, firstMs << failures);
        failures++;
        return wait - ThreadLocalRandom.current().nextLong(wait / 2 + 1);
    }
}
