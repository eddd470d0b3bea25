package dev.velella.record;

import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the Kafka timestamp of an element. Kafka's retention deletes records by their timestamp. Therefore an old
 * element (from the replay of a recorded stream) gets the wall clock as its timestamp, and its own time goes into a
 * header. Thread-safe if the clock is.
 *
 * @param clock the wall clock
 * @param maxAgeMs largest age, in ms, of an event time that may be the timestamp
 */
public record TimestampRule(Clock clock, long maxAgeMs) {
    /** The largest age by default. */
    public static final long DEFAULT_MAX_AGE_MS = Duration.ofDays(1).toMillis();

    /**
     * The times of a record.
     *
     * @param eventTimeMs time of the observation, in ms since 1970; null if the element has none
     */
    public RecordTime timeFor(@Nullable Long eventTimeMs) {
        long now = clock.millis();
        if (eventTimeMs == null) {
            return new RecordTime(now, null);
        }
        long eventTime = eventTimeMs;
        boolean recent = eventTime <= now && now - eventTime <= maxAgeMs;
        return recent ? new RecordTime(eventTime, null) : new RecordTime(now, eventTimeMs);
    }

    /**
     * Times of a record, in ms since 1970.
     *
     * @param timestampMs the Kafka timestamp
     * @param eventTimeMs the element's own time if it differs from the timestamp, else null
     */
    public record RecordTime(long timestampMs, @Nullable Long eventTimeMs) {}
}
