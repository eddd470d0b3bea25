package dev.velella.sink.store;

import java.util.List;

/**
 * The figures of a store after a whole batch.
 *
 * @param storeId identity of the store's content
 * @param statements number of statements outside reserved graphs
 * @param streams number of streams with a chain
 * @param partitions every partition with a row, by topic and number
 */
public record StoreStatus(String storeId, long statements, long streams, List<Partition> partitions) {
    public StoreStatus {
        partitions = List.copyOf(partitions);
    }

    /**
     * Progress of one partition.
     *
     * @param topic name
     * @param partition number from 0
     * @param applied offset of the first record that queries do not see yet
     * @param durable offset of the first record that would be lost in a crash (and read again)
     */
    public record Partition(String topic, int partition, long applied, long durable) {}
}
