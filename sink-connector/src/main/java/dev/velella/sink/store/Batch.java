package dev.velella.sink.store;

import java.util.Map;

/**
 * The changes of one transaction: data, the offsets of its records, and the chains of their streams.
 *
 * <p>The maps are copied; the net effect is not, and must not be changed any more.
 *
 * @param partitions progress of each partition
 * @param chains position of each stream's chain after the batch
 * @param effect changes of the data
 */
public record Batch(Map<PartitionId, Advance> partitions, Map<StreamId, StreamState> chains, NetEffect effect) {
    public Batch {
        partitions = Map.copyOf(partitions);
        chains = Map.copyOf(chains);
    }

    /**
     * Progress of one partition, valid only if the store's row is exactly {@code claim}.
     *
     * @param claim epoch and next offset that the store must have
     * @param offsets offsets of the partition after the batch
     */
    public record Advance(Claim claim, PartitionOffsets offsets) {}
}
