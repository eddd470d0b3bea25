package dev.velella.sink.store;

import java.util.Map;

/**
 * What one transaction changes: data, the offsets of the records it came from, and the chains of their streams.
 *
 * <p>The maps are copied; the net effect is not, and must not be changed any more.
 *
 * @param partitions how far each partition gets
 * @param chains where each stream's chain stands afterwards
 * @param effect what changes in the data
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
     * @param offsets of the partition after the batch
     */
    public record Advance(Claim claim, PartitionOffsets offsets) {}
}
