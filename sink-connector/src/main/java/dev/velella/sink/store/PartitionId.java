package dev.velella.sink.store;

import java.util.Comparator;

/**
 * One partition of a topic, as the records originally had it.
 *
 * @param topic name
 * @param partition number from 0
 */
public record PartitionId(String topic, int partition) {
    /** By topic, then by number. */
    public static final Comparator<PartitionId> ORDER =
            Comparator.comparing(PartitionId::topic).thenComparing(PartitionId::partition);

    /** {@code topic-partition}, as Kafka writes it. */
    @Override
    public String toString() {
        return topic + "-" + partition;
    }
}
