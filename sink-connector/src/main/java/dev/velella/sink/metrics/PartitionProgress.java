package dev.velella.sink.metrics;

/**
 * The progress of one partition, for its metrics. The task's thread and the thread that looks at the ends of
 * partitions write it; any thread may read it. What the task does must not depend on it.
 *
 * <p>Times are timestamps of records, in ms since 1970; -1 if there is none yet.
 */
public final class PartitionProgress {
    private final Place applied = new Place();
    private final Place durable = new Place();

    /** Offset after the last record of the partition, or after transaction markers behind it; -1 if unknown. */
    private volatile long end = -1;

    /** A range of offsets without a record. */
    private volatile Gap gap = new Gap(0, 0);

    /** Offset up to which the worker has handed over or left out all records; -1 if unknown. */
    private volatile long passed = -1;

    private volatile long readTimeMs = -1;

    /** Whether the consumer found no more records, as far as the task knows. */
    private volatile boolean idle;

    private record Gap(long from, long to) {
        boolean holds(long offset) {
            return from <= offset && offset < to;
        }
    }

    /** An offset up to which records are applied, or up to which they are durable. */
    private static final class Place {
        private volatile long offset = -1;
        private volatile long timeMs = -1;

        /** Time at which nothing was left to do, as last seen, in ms since 1970. */
        private volatile long doneAtMs = -1;

        void clear() {
            offset = -1;
            timeMs = -1;
            doneAtMs = -1;
        }
    }

    /** Notes a record that was read. */
    public void read(long timestampMs) {
        idle = false;
        readTimeMs = Math.max(readTimeMs, timestampMs);
    }

    /** Notes the end offset of the partition. */
    public void end(long offset) {
        end = offset;
    }

    /**
     * Notes a range of offsets without a record. The range does not include {@code to}, and no record has that offset
     * either.
     *
     * @param from offset after the last record, or 0 if there is no record at all
     */
    public void noRecords(long from, long to) {
        gap = new Gap(from, to);
    }

    /** Notes that the consumer has no more records, and that all its records are applied. */
    public void idle() {
        idle = true;
    }

    /** Notes the position of the worker. All records that it handed over must be applied. */
    public void passed(long nextOffset) {
        passed = nextOffset;
    }

    /** Notes the offset in the store at which the task continues. */
    public void claimed(long nextOffset) {
        passed = -1;
        idle = false;
        applied(nextOffset);
    }

    /** Notes that all records below an offset are applied. */
    public void applied(long nextOffset) {
        applied.offset = nextOffset;
        applied.timeMs = readTimeMs;
    }

    /** Notes that all records below an offset are durable. */
    public void durable(long nextOffset) {
        if (nextOffset == durable.offset) {
            return;
        }
        durable.offset = nextOffset;
        durable.timeMs = applied.timeMs;
    }

    /** Notes that the task has lost the partition. Another task may have it, and knows its progress. */
    public void closed() {
        end = -1;
        gap = new Gap(0, 0);
        passed = -1;
        readTimeMs = -1;
        idle = false;
        applied.clear();
        durable.clear();
    }

    /** Offset of the first record that is not applied; -1 before any record was applied. */
    long appliedOffset() {
        return applied.offset;
    }

    /** Offset of the first record that is not durable; -1 before any record was durable. */
    long durableOffset() {
        return durable.offset;
    }

    /**
     * Number of offsets from the applied offset to the end; 0 if there is no record in between, -1 if the end is
     * unknown.
     */
    long appliedLag() {
        return lag(applied);
    }

    /**
     * Number of offsets from the durable offset to the end; 0 if there is no record in between, -1 if the end is
     * unknown.
     */
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

    /** The offset from which on records may not be applied. Only for a comparison with an earlier result. */
    public long position() {
        return from(applied);
    }

    /** The lag of the applied records as a time in ms: 0 if nothing is left to do, -1 if unknown. */
    long appliedAgeMs(long wallClockMs) {
        return age(applied, wallClockMs);
    }

    /** The lag of the durable records as a time in ms: 0 if nothing is left to do, -1 if unknown. */
    long durableAgeMs(long wallClockMs) {
        return age(durable, wallClockMs);
    }

    /** The age of the newest record of a place, or the time since nothing was left to do, whichever is shorter. */
    private long age(Place place, long now) {
        if (isDone(place)) {
            place.doneAtMs = now;
            return 0;
        }
        long timeMs = Math.max(place.timeMs, place.doneAtMs);
        return timeMs < 0 ? -1 : Math.max(0, now - timeMs);
    }

    /** Notes the time if nothing is left to do, because later records cannot be older than this time. */
    public void look(long wallClockMs) {
        age(applied, wallClockMs);
        age(durable, wallClockMs);
    }

    private boolean isDone(Place place) {
        return end < 0 ? idle && place.offset >= applied.offset : lag(place) == 0;
    }
}
