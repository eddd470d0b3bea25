package dev.velella.sink.apply;

import dev.velella.sink.store.PartitionId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.kafka.connect.errors.ConnectException;

/** The claimed partitions of a task. Not thread-safe. */
final class OpenPartitions {
    private final Map<PartitionId, OpenPartition> partitions = new HashMap<>();

    /** Adds a partition that was claimed, for the first time or again. */
    void put(PartitionId id, OpenPartition partition) {
        partitions.put(id, partition);
    }

    /** Removes partitions. */
    void remove(Collection<PartitionId> ids) {
        partitions.keySet().removeAll(ids);
    }

    /**
     * The state of a partition.
     *
     * @throws ConnectException if the partition is not open
     */
    OpenPartition get(PartitionId id) {
        OpenPartition partition = partitions.get(id);
        if (partition == null) {
            throw new ConnectException("got a record of partition " + id + ", which is not open");
        }
        return partition;
    }

    /** Calls an action for each partition. */
    void forEach(BiConsumer<PartitionId, OpenPartition> action) {
        partitions.forEach(action);
    }
}
