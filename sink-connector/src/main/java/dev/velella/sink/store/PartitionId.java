package dev.velella.sink.store;

/**
 * One partition of a topic, as the records originally had it.
 *
 * @param topic name
 * @param partition number from 0
 */
public record PartitionId(String topic, int partition) {
    /** {@code topic-partition}, as Kafka writes it. */
    @Override
    public String toString() {
        return topic + "-" + partition;
    }
}
