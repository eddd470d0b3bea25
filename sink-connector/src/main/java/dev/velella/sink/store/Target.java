package dev.velella.sink.store;

import dev.velella.record.PatchPosition;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * A store with its system graph, as one connector sees it. Data, offsets and chains change together or not at all.
 *
 * <p><em>Applied</em> = visible to queries. <em>Durable</em> = survives a crash of the process; never more than applied.
 *
 * <p>Used by one thread (the sink task's), {@link Queryable} aside.
 */
public interface Target extends AutoCloseable {

    /** Identity of the store's content: random, made when the store was first opened. */
    String storeId();

    /** Whether statements may hold triple terms (RDF-star). */
    default boolean takesTripleTerms() {
        return true;
    }

    /**
     * Takes over partitions: raises their epochs, in one transaction. A partition without a row gets one that starts at
     * offset 0; a row without the offset to read from, as version 1 of the layout has it, is read from its next offset.
     *
     * @return the new claim of each partition
     * @throws StoreFailedException if the store cannot be read or written
     */
    Map<PartitionId, Claim> claim(Collection<PartitionId> partitions);

    /**
     * Where the chain of a stream stands, as applied; empty for a stream that never had a numbered patch.
     *
     * @throws StoreFailedException if the store cannot be read
     */
    Optional<PatchPosition> chain(StreamId stream);

    /**
     * Applies a batch in one transaction.
     *
     * @return the claims after the batch, of the batch's partitions
     * @throws StaleClaimException if the store's row of a partition is not the claimed one; nothing was changed
     * @throws StoreFailedException if the transaction failed; the outcome is unknown until {@link #reopen}
     */
    Map<PartitionId, Claim> apply(Batch batch);

    /** Whether something applied is not durable yet. */
    boolean isCheckpointNeeded();

    /**
     * Makes everything applied durable.
     *
     * @throws StoreFailedException if that failed; what was durable stays so
     */
    void checkpoint();

    /** Durable offsets of every partition that has a row. */
    Map<PartitionId, PartitionOffsets> durableOffsets();

    /**
     * Drops what is in memory and goes back to what is durable. Claims are void afterwards.
     *
     * @throws StoreFailedException if the store cannot be opened
     */
    void reopen();

    /**
     * Makes everything applied durable and lets go of the store. Has no effect when closed already.
     *
     * @throws StoreFailedException if the checkpoint failed; the store is closed nevertheless
     */
    @Override
    void close();
}
