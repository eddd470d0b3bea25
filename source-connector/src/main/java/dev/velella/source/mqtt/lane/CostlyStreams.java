package dev.velella.source.mqtt.lane;

import dev.velella.rdf.BoundedMap;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The streams that had a costly message in the last minute. If there are too many, the stream whose last message
 * is the oldest is forgotten. Not thread-safe.
 */
final class CostlyStreams {
    static final Duration MEMORY = Duration.ofMinutes(1);
    static final int MOST = 10_000;

    private final long costlyNanos;
    private final LongSupplier nanoTime;

    /** The time of each stream's last costly message. */
    private final Map<String, Long> costlyAt = new BoundedMap<>(MOST);

    /**
     * @param costly a message that takes more processor time is costly
     * @param nanoTime a clock as {@link System#nanoTime}
     */
    CostlyStreams(Duration costly, LongSupplier nanoTime) {
        costlyNanos = costly.toNanos();
        this.nanoTime = nanoTime;
    }

    /** Records the processor time of a message of a stream. */
    void took(String stream, long processorNanos) {
        if (processorNanos > costlyNanos) {
            costlyAt.put(stream, nanoTime.getAsLong());
        }
    }

    /** Whether the stream had a costly message lately. */
    boolean contains(String stream) {
        Long at = costlyAt.get(stream);
        if (at != null && nanoTime.getAsLong() - at > MEMORY.toNanos()) {
            costlyAt.remove(stream);
            return false;
        }
        return at != null;
    }
}
