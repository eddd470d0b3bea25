package dev.velella.sink.history;

import dev.velella.record.partition.LastRecords;
import dev.velella.sink.store.PartitionId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The progress of a store that is built beside the store in use. The new store replaces the old store when it has
 * passed the records that were the last ones at its begin. Only the worker knows its position, because it may leave out
 * records. A position that it reports before it has done a seek of the task does not count. Not thread-safe.
 */
public final class Rebuild {
    private final Map<TopicPartition, Long> ends = new HashMap<>();
    private final Map<TopicPartition, Long> positions = new HashMap<>();
    private boolean underWay;
    private boolean polled;

    /**
     * Begins, or begins again, and notes the ends of the partitions.
     *
     * @throws org.apache.kafka.common.KafkaException if the cluster does not tell; nothing has begun then
     */
    public void begin(LastRecords last, Collection<PartitionId> partitions) {
        Map<TopicPartition, Long> found = new HashMap<>();
        for (PartitionId id : partitions) {
            TopicPartition place = new TopicPartition(id.topic(), id.partition());
            OptionalLong offset = last.of(place);
            if (offset.isPresent()) {
                found.put(place, offset.getAsLong() + 1);
            }
        }
        ends.clear();
        ends.putAll(found);
        underWay = true;
        sought();
    }

    /** Notes that the new store has replaced the store in use. */
    public void end() {
        underWay = false;
    }

    /** Whether a store is being built beside the store in use. */
    public boolean isUnderWay() {
        return underWay;
    }

    /** Notes that the task has asked for a seek, which the worker does before it polls again. */
    public void sought() {
        positions.clear();
        polled = false;
    }

    /** Notes that the worker has polled. */
    public void polled() {
        polled = true;
    }

    /** Notes the position of the worker. */
    public void reached(Map<TopicPartition, OffsetAndMetadata> offsets) {
        if (polled) {
            offsets.forEach((partition, offset) -> positions.put(partition, offset.offset()));
        }
    }

    /** Whether a store is being built and has passed all ends. */
    public boolean isDone() {
        return underWay
                && polled
                && ends.entrySet().stream().allMatch(end -> positions.getOrDefault(end.getKey(), 0L) >= end.getValue());
    }

    /** By partition: the offset up to which the new store is built. */
    public Map<TopicPartition, Long> ends() {
        return Map.copyOf(ends);
    }
}
