package dev.velella.sink.session;

import dev.velella.sink.store.PartitionId;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** The partitions of which a task may get records. Not thread-safe. */
final class Assignment {
    private final Set<PartitionId> assigned = new HashSet<>();

    /** The assigned partitions that are not claimed yet, because the store was out of reach or is rebuilt. */
    private final Set<TopicPartition> unclaimed = new HashSet<>();

    /** Notes that Connect has assigned partitions to the task. */
    void add(Collection<TopicPartition> partitions) {
        assigned.addAll(ids(partitions));
        unclaimed.addAll(partitions);
    }

    /** Notes that Connect has revoked partitions. */
    void remove(Collection<TopicPartition> partitions) {
        ids(partitions).forEach(assigned::remove);
        unclaimed.removeAll(partitions);
    }

    /** A copy of the set of all assigned partitions. */
    Set<PartitionId> all() {
        return Set.copyOf(assigned);
    }

    /** A copy of the set of assigned partitions that are not claimed. */
    Set<TopicPartition> unclaimed() {
        return Set.copyOf(unclaimed);
    }

    /** Notes that all partitions are claimed now. */
    void claimed() {
        unclaimed.clear();
    }

    /** Notes that no claim is valid any more. */
    void disclaimed() {
        assigned.forEach(id -> unclaimed.add(new TopicPartition(id.topic(), id.partition())));
    }

    /** Converts partitions of Connect to partitions of the store. */
    static List<PartitionId> ids(Collection<TopicPartition> partitions) {
        return partitions.stream()
                .map(partition -> new PartitionId(partition.topic(), partition.partition()))
                .toList();
    }
}
