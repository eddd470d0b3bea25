package dev.velella.sink.metrics;

/**
 * How far one partition is, for its metrics. Written by the task's thread and by the one that looks for the ends of partitions;
 * read by any.
 *
 * <p>Times are timestamps of records, in ms since 1970; -1 where there is none yet.
 */
public final class PartitionProgress {
    private final Place applied = new Place();
    private final Place durable = new Place();

    /** Offset after the last record of the topic, or after markers of transactions behind it; -1 where it is not known. */
    private volatile long end = -1;

    /** Offsets without a record. */
    private volatile Gap gap = new Gap(0, 0);

    /** Up to here the worker has handed over all records, or left them out; -1 where that is not known. */
    private volatile long passed = -1;

    private volatile long readTimeMs = -1;

    /** Whether the consumer found no more records, as far as the task knows. */
    private volatile boolean idle;

    private record Gap(long from, long to) {
        boolean holds(long offset) {
            return from <= offset && offset < to;
        }
    }

    /** One of the two places up to which records are dealt with. */
    private static final class Place {
        private volatile long offset = -1;
        private volatile long timeMs = -1;

        /** When it was last seen that nothing is left to do. */
        private volatile long doneAtMs = -1;

        void clear() {
            offset = -1;
            timeMs = -1;
            doneAtMs = -1;
        }
    }

    /** Takes note of a record that came. */
    public void read(long timestampMs) {
        idle = false;
        readTimeMs = Math.max(readTimeMs, timestampMs);
    }

    /** Takes note of how long the partition is. */
    public void end(long offset) {
        end = offset;
    }

    /**
     * Takes note that there is no record from one offset to another, which no record has either.
     *
     * @param from behind the last record, or 0 where there is no record at all
     */
    public void noRecords(long from, long to) {
        gap = new Gap(from, to);
    }

    /** Takes note that the consumer has no more records, and that all it had are applied. */
    public void idle() {
        idle = true;
    }

    /** Takes note of how far the worker is, where all that it handed over is applied. */
    public void passed(long nextOffset) {
        passed = nextOffset;
    }

    /** Takes note that the store says from where the task goes on. */
    public void claimed(long nextOffset) {
        passed = -1;
        idle = false;
        applied(nextOffset);
    }

    /** Takes note that all that was read is applied up to an offset. */
    public void applied(long nextOffset) {
        applied.offset = nextOffset;
        applied.timeMs = readTimeMs;
    }

    /** Takes note that what is applied up to an offset is durable. */
    public void durable(long nextOffset) {
        if (nextOffset == durable.offset) {
            return;
        }
        durable.offset = nextOffset;
        durable.timeMs = applied.timeMs;
    }

    /** Takes note that the task has the partition no more: another one may, and knows more of it. */
    public void closed() {
        end = -1;
        gap = new Gap(0, 0);
        passed = -1;
        readTimeMs = -1;
        idle = false;
        applied.clear();
        durable.clear();
    }

    /** Offsets known to be behind one; 0 where the end is not known. */
    public long offsetsBeyond(long offset) {
        return Math.max(0, end - offset - 1);
    }

    /** Offset of the first record that is not applied; -1 before anything was. */
    long appliedOffset() {
        return applied.offset;
    }

    /** Offset of the first record that is not durable; -1 before anything was. */
    long durableOffset() {
        return durable.offset;
    }

    /** Offsets from the applied one to the end; 0 if there is no record in between, -1 where the end is not known. */
    long appliedLag() {
        return lag(applied);
    }

    /** Offsets from the durable one to the end; 0 if there is no record in between, -1 where the end is not known. */
    long durableLag() {
        return lag(durable);
    }

    private long lag(Place place) {
        return end < 0 ? -1 : Math.max(0, end - from(place));
    }

    /** Offset from which records are left to do. */
    private long from(Place place) {
        long from = Math.max(0, place.offset);
        if (from >= applied.offset) {
            from = Math.max(from, passed);
        }
        Gap empty = gap;
        return empty.holds(from) ? empty.to() : from;
    }

    /**
     * Offset up to which nothing but markers of transactions and records of aborted ones comes from an offset on; the offset
     * itself where that is not known. Where no record is left it is not, for those before the beginning may have been some.
     */
    public long behindMarkers(long offset) {
        Gap empty = gap;
        return empty.from() > 0 && empty.holds(offset) ? empty.to() : offset;
    }

    /** The offset from which on it is not known that records are applied; to be compared with an earlier answer only. */
    long position() {
        return from(applied);
    }

    /** Time by which what is applied is behind, in ms: 0 if nothing is left to do, -1 where nothing is known. */
    long appliedAgeMs(long wallClockMs) {
        return age(applied, wallClockMs);
    }

    /** Time by which what is durable is behind, in ms: 0 if nothing is left to do, -1 where nothing is known. */
    long durableAgeMs(long wallClockMs) {
        return age(durable, wallClockMs);
    }

    /** The newest record that is dealt with is that old, or it is that long ago that all were. */
    private long age(Place place, long now) {
        if (isDone(place)) {
            place.doneAtMs = now;
            return 0;
        }
        long timeMs = Math.max(place.timeMs, place.doneAtMs);
        return timeMs < 0 ? -1 : Math.max(0, now - timeMs);
    }

    /** Takes note of the time, where nothing is left to do: what comes later cannot be older. */
    void look(long wallClockMs) {
        age(applied, wallClockMs);
        age(durable, wallClockMs);
    }

    private boolean isDone(Place place) {
        return end < 0 ? idle && place.offset >= applied.offset : lag(place) == 0;
    }
}
