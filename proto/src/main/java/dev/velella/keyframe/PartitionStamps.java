package dev.velella.keyframe;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts the records of one source for each topic and partition, and gives each record its stamp. One instance lives as
 * long as its source task, from start to stop. A new instance needs a new encoder. Not thread-safe.
 */
public final class PartitionStamps {
    private record Place(String topic, int partition) {}

    private final Map<Place, Long> next = new HashMap<>();

    /** Losses so far of the partitions that had any. */
    private final Map<Place, Long> losses = new HashMap<>();

    /** The stamp of the next record for a partition. */
    public PartitionStamp next(String topic, int partition) {
        Place place = new Place(topic, partition);
        long ordinal = next.merge(place, 1L, Long::sum) - 1;
        return new PartitionStamp(partition, ordinal, losses.getOrDefault(place, 0L));
    }

    /**
     * Tells that records with stamps so far may never become visible, because a transaction was aborted, or a record
     * was dropped after it was converted. The next record of every partition begins a new stream.
     */
    public void recordsLost() {
        next.keySet().forEach(place -> losses.merge(place, 1L, Long::sum));
    }
}
