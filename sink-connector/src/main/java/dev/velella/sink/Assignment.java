package dev.velella.sink;

import dev.velella.sink.store.PartitionId;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** The partitions of which a task may get records. Not thread-safe. */
final class Assignment {
    private final Set<PartitionId> assigned = new HashSet<>();

    /** Those of them that have to be claimed, because the store was out of reach or is built anew. */
    private final Set<TopicPartition> unclaimed = new HashSet<>();

    /** Connect gives the task partitions. */
    void add(Collection<TopicPartition> partitions) {
        assigned.addAll(ids(partitions));
        unclaimed.addAll(partitions);
    }

    /** Connect takes partitions away. */
    void remove(Collection<TopicPartition> partitions) {
        ids(partitions).forEach(assigned::remove);
        unclaimed.removeAll(partitions);
    }

    /** All partitions; a copy. */
    Set<PartitionId> all() {
        return Set.copyOf(assigned);
    }

    /** Those that are not claimed; a copy. */
    Set<TopicPartition> unclaimed() {
        return Set.copyOf(unclaimed);
    }

    /** All are claimed now. */
    void claimed() {
        unclaimed.clear();
    }

    /** No claim holds any more. */
    void disclaimed() {
        assigned.forEach(id -> unclaimed.add(new TopicPartition(id.topic(), id.partition())));
    }

    /** Connect's partitions as the store knows them. */
    static List<PartitionId> ids(Collection<TopicPartition> partitions) {
        return partitions.stream()
                .map(partition -> new PartitionId(partition.topic(), partition.partition()))
                .toList();
    }
}
