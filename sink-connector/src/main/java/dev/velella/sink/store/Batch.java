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
 * @param eventTimeMs greatest event time of the records, in ms since 1970; -1 if no record has a time
 */
public record Batch(
        Map<PartitionId, Advance> partitions, Map<StreamId, StreamState> chains, NetEffect effect, long eventTimeMs) {
    public Batch {
        partitions = Map.copyOf(partitions);
        chains = Map.copyOf(chains);
    }

    /** A batch of records without event times. */
    public Batch(Map<PartitionId, Advance> partitions, Map<StreamId, StreamState> chains, NetEffect effect) {
        this(partitions, chains, effect, CommitRecord.NO_TIME);
    }

    /**
     * Progress of one partition, valid only if the store's row is exactly {@code claim}.
     *
     * @param claim epoch and next offset that the store must have
     * @param nextOffset next offset of the partition after the batch
     */
    public record Advance(Claim claim, long nextOffset) {}
}
