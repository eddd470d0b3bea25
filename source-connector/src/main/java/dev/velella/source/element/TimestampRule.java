package dev.velella.source.element;

import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the Kafka timestamp of an element. Kafka deletes by record timestamp, so an old element (the replay of a
 * recorded stream) gets the wall clock, and its own time goes into a header. Thread-safe if the clock is.
 *
 * @param clock the wall clock
 * @param maxAgeMs oldest event time that may be the timestamp, in ms before now
 */
public record TimestampRule(Clock clock, long maxAgeMs) {

    /**
     * The times of a record.
     *
     * @param eventTimeMs when the element was observed, in ms since 1970, or null if it does not say
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
     * @param eventTimeMs the element's own time where it is not the timestamp, else null
     */
    public record RecordTime(long timestampMs, @Nullable Long eventTimeMs) {}
}
