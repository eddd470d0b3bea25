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
 * How far a store that is built beside the one in use has to get before it takes its place: behind the records that were
 * the last ones when it was begun. Only the worker knows how far it is, since it may leave out records; what it says before
 * it has gone where the task wants to read does not count. Not thread-safe.
 */
public final class Rebuild {
    private final Map<TopicPartition, Long> ends = new HashMap<>();
    private final Map<TopicPartition, Long> positions = new HashMap<>();
    private boolean underWay;
    private boolean polled;

    /**
     * Begins, or begins again: takes note of where the partitions end.
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

    /** The store has taken the place of the one in use. */
    public void end() {
        underWay = false;
    }

    /** Whether a store is built beside the one in use. */
    public boolean isUnderWay() {
        return underWay;
    }

    /** The task wants to read from another place, where the worker goes before it polls again. */
    public void sought() {
        positions.clear();
        polled = false;
    }

    /** The worker has polled. */
    public void polled() {
        polled = true;
    }

    /** Takes note of how far the worker is. */
    public void reached(Map<TopicPartition, OffsetAndMetadata> offsets) {
        if (polled) {
            offsets.forEach((partition, offset) -> positions.put(partition, offset.offset()));
        }
    }

    /** Whether a store is built, and all was read. */
    public boolean isDone() {
        return underWay
                && polled
                && ends.entrySet().stream().allMatch(end -> positions.getOrDefault(end.getKey(), 0L) >= end.getValue());
    }

    /** By partition, the offset up to which the store is built. */
    public Map<TopicPartition, Long> ends() {
        return Map.copyOf(ends);
    }
}
