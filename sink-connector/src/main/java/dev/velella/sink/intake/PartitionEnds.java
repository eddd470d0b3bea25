package dev.velella.sink.intake;

import dev.velella.sink.store.PartitionId;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a task knows of the ends of its partitions: how far each one reaches, and where no record stands before its end.
 * These are facts of the log; how far the task is, it does not know. {@link LogEnds} writes it, and the task's thread
 * reads it. What was read some seconds ago stays true, because partitions only grow.
 */
public final class PartitionEnds {
    private final Map<PartitionId, Ending> endings = new ConcurrentHashMap<>();

    /**
     * The end of one partition.
     *
     * @param end offset after the last record, or after transaction markers behind it
     * @param gapFrom begin of a range of offsets without a record
     * @param gapTo offset after this range; no record has this offset either
     */
    private record Ending(long end, long gapFrom, long gapTo) {}

    /** Notes the end offset of a partition. */
    public void end(PartitionId id, long offset) {
        endings.merge(id, new Ending(offset, 0, 0), (known, now) -> new Ending(offset, known.gapFrom(), known.gapTo()));
    }

    /**
     * Notes a range of offsets without a record. The range does not include {@code to}.
     *
     * @param from offset after the last record, or 0 if there is no record at all
     */
    public void noRecords(PartitionId id, long from, long to) {
        endings.merge(id, new Ending(to, from, to), (known, now) -> new Ending(known.end(), from, to));
    }

    /** Forgets all partitions but these. */
    void retain(Collection<PartitionId> ids) {
        endings.keySet().retainAll(ids);
    }

    /** Number of offsets known to follow an offset; 0 if the end is unknown. */
    long beyond(PartitionId id, long offset) {
        Ending known = endings.get(id);
        return known == null ? 0 : Math.max(0, known.end() - offset - 1);
    }

    /**
     * The end of a range that begins at {@code offset} and contains only transaction markers and records of aborted
     * transactions. If no such range is known, returns {@code offset}. If the partition has no record at all, no such
     * range is known, because retention may have removed records before its beginning.
     */
    public long behindMarkers(PartitionId id, long offset) {
        Ending known = endings.get(id);
        return known != null && known.gapFrom() > 0 && known.gapFrom() <= offset && offset < known.gapTo()
                ? known.gapTo()
                : offset;
    }
}
