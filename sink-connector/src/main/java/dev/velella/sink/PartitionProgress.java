package dev.velella.sink;

/**
 * How far one partition is, for its metrics. Written by the task's thread, read by any.
 *
 * <p>Times are timestamps of records, in ms since 1970; -1 where there is none yet.
 */
final class PartitionProgress {
    /** Offset after the last record that the consumer brought; -1 before the first. */
    private volatile long read = -1;

    private volatile long readTimeMs = -1;
    private volatile long applied = -1;
    private volatile long appliedTimeMs = -1;
    private volatile long durable = -1;
    private volatile long durableTimeMs = -1;

    /** Takes note of a record that came. */
    void read(long offset, long timestampMs) {
        read = Math.max(read, offset + 1);
        readTimeMs = Math.max(readTimeMs, timestampMs);
    }

    /** Takes note that all that was read is applied up to an offset. */
    void applied(long nextOffset) {
        applied = nextOffset;
        appliedTimeMs = readTimeMs;
    }

    /** Takes note that what is applied up to an offset is durable. */
    void durable(long nextOffset) {
        if (nextOffset == durable) {
            return;
        }
        durable = nextOffset;
        durableTimeMs = appliedTimeMs;
    }

    /** Offset of the first record that is not applied; -1 before anything was. */
    long appliedOffset() {
        return applied;
    }

    /** Offset of the first record that is not durable; -1 before anything was. */
    long durableOffset() {
        return durable;
    }

    /** Records that were read and are not applied, by offsets. */
    long recordsNotApplied() {
        return applied < 0 ? 0 : Math.max(0, read - applied);
    }

    /** Records that are applied and not durable, by offsets. */
    long recordsNotDurable() {
        return Math.max(0, applied - Math.max(0, durable));
    }

    /** Age of the newest record that is applied, in ms; -1 before the first. */
    long appliedAgeMs(long wallClockMs) {
        return age(wallClockMs, appliedTimeMs);
    }

    /** Age of the newest record that is durable, in ms; -1 before the first. */
    long durableAgeMs(long wallClockMs) {
        return age(wallClockMs, durableTimeMs);
    }

    private static long age(long now, long timeMs) {
        return timeMs < 0 ? -1 : Math.max(0, now - timeMs);
    }
}
