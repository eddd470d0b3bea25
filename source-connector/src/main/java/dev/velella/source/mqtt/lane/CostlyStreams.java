package dev.velella.source.mqtt.lane;

import dev.velella.bounded.BoundedMap;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The streams that had a costly message in the last minute. Of more than are remembered, the one is forgotten that had a
 * message longest ago. Not thread-safe.
 */
final class CostlyStreams {
    static final Duration MEMORY = Duration.ofMinutes(1);
    static final int MOST = 10_000;

    private final long costlyNanos;
    private final LongSupplier nanoTime;

    /** When they were costly. */
    private final Map<String, Long> costlyAt = new BoundedMap<>(MOST);

    /**
     * @param costly a message that takes more processor time is costly
     * @param nanoTime a clock as {@link System#nanoTime}
     */
    CostlyStreams(Duration costly, LongSupplier nanoTime) {
        costlyNanos = costly.toNanos();
        this.nanoTime = nanoTime;
    }

    /** A message of a stream took so much processor time. */
    void took(String stream, long processorNanos) {
        if (processorNanos > costlyNanos) {
            costlyAt.put(stream, nanoTime.getAsLong());
        }
    }

    /** Whether it had a costly message lately. */
    boolean contains(String stream) {
        Long at = costlyAt.get(stream);
        if (at != null && nanoTime.getAsLong() - at > MEMORY.toNanos()) {
            costlyAt.remove(stream);
            return false;
        }
        return at != null;
    }
}
