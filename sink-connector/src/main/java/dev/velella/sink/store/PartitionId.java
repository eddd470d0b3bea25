package dev.velella.sink.store;

import java.util.Comparator;

/**
 * One partition of a topic. It is the original partition of the records, before any transformation.
 *
 * @param topic name
 * @param partition number from 0
 */
public record PartitionId(String topic, int partition) {
    /** Order by topic, then by number. */
    public static final Comparator<PartitionId> ORDER =
            Comparator.comparing(PartitionId::topic).thenComparing(PartitionId::partition);

    /** The text {@code topic-partition}, as in Kafka. */
    @Override
    public String toString() {
        return topic + "-" + partition;
    }
}
