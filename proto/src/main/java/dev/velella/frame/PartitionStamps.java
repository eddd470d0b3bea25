package dev.velella.frame;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the records of one source for each topic and partition, and gives each record its stamp. One instance lives as
 * long as its source task, from start to stop. A new instance needs a new encoder. Not thread-safe.
 */
public final class PartitionStamps {
    private record Place(String topic, int partition) {}

    private final Map<Place, Count> counts = new HashMap<>();

    /** The partition of the last record, which mostly is the next one's too; null before the first record. */
    private @Nullable Place lastPlace;

    private Count lastCount = new Count();

    /** Records of one partition so far, and losses. */
    private static final class Count {
        private long records;
        private long losses;
    }

    /** The stamp of the next record for a partition. */
    public PartitionStamp next(String topic, int partition) {
        Count count = count(topic, partition);
        return new PartitionStamp(partition, count.records++, count.losses);
    }

    private Count count(String topic, int partition) {
        if (lastPlace == null || lastPlace.partition != partition || !lastPlace.topic.equals(topic)) {
            lastPlace = new Place(topic, partition);
            lastCount = counts.computeIfAbsent(lastPlace, place -> new Count());
        }
        return lastCount;
    }

    /**
     * Tells that records with stamps so far may never become visible, because a transaction was aborted, or a record
     * was dropped after it was converted. The next record of every partition begins a new stream.
     */
    public void recordsLost() {
        counts.values().forEach(count -> count.losses++);
    }
}
