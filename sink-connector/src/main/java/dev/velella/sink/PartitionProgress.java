package dev.velella.sink;

/**
 * How far one partition is, for its metrics. Written by the task's thread, the end by any; read by any.
 *
 * <p>Times are timestamps of records, in ms since 1970; -1 where there is none yet.
 */
final class PartitionProgress {
    /** Offset after the last record of the topic, as last known; -1 where it is not known. */
    private volatile long end = -1;

    private volatile long readTimeMs = -1;
    private volatile long applied = -1;
    private volatile long appliedTimeMs = -1;
    private volatile long durable = -1;
    private volatile long durableTimeMs = -1;

    /** Takes note of a record that came. */
    void read(long timestampMs) {
        readTimeMs = Math.max(readTimeMs, timestampMs);
    }

    /** Takes note of how long the partition is. */
    void end(long offset) {
        end = offset;
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

    /** Offsets known to be behind one; 0 where the end is not known. */
    long offsetsBeyond(long offset) {
        return Math.max(0, end - offset - 1);
    }

    /** Offset of the first record that is not applied; -1 before anything was. */
    long appliedOffset() {
        return applied;
    }

    /** Offset of the first record that is not durable; -1 before anything was. */
    long durableOffset() {
        return durable;
    }

    /** Offsets from the applied one to the end; -1 where the end is not known. */
    long appliedLag() {
        return lag(applied);
    }

    /** Offsets from the durable one to the end; -1 where the end is not known. */
    long durableLag() {
        return lag(durable);
    }

    private long lag(long offset) {
        return end < 0 ? -1 : Math.max(0, end - Math.max(0, offset));
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
