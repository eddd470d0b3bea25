package dev.velella.sink.store;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;

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

    /** What the store can hold; the same as long as the target is open. */
    Capabilities capabilities();

    /**
     * Takes over partitions: raises their epochs, in one transaction. A partition without a row gets one that starts at
     * offset 0; a row without the offset to read from, as version 1 of the layout has it, is read from its next offset.
     *
     * @return the new claim of each partition
     * @throws StoreFailedException if the store cannot be read or written
     * @throws StoreUnavailableException if it does not answer now
     */
    Map<PartitionId, Claim> claim(Collection<PartitionId> partitions);

    /**
     * Says which chains will be asked for soon, so that a store far away can be asked for all of them at once. Has no
     * effect but on time.
     *
     * @throws StoreFailedException if the store cannot be read
     * @throws StoreUnavailableException if it does not answer now
     */
    default void prefetch(Collection<StreamId> streams) {
        // what is near needs no plan
    }

    /**
     * Checks that the store can add and delete a statement exactly; everything that is added or deleted is checked before
     * it gets into a batch.
     *
     * @throws PatchRefusedException if it cannot
     */
    default void checkStorable(Statement statement) {
        // by default every statement can be stored
    }

    /**
     * Where the chain of a stream stands, as applied; empty for a stream that never had a numbered patch.
     *
     * @throws StoreFailedException if the store cannot be read
     * @throws StoreUnavailableException if it does not answer now
     */
    Optional<StreamState> chain(StreamId stream);

    /**
     * The statements of one graph, as applied; the collection is the caller's.
     *
     * @throws StoreFailedException if the store cannot be read
     */
    Collection<Statement> statements(IRI graph);

    /**
     * Applies a batch in one transaction.
     *
     * @return the claims after the batch, of the batch's partitions
     * @throws StaleClaimException if the store's row of a partition is not the claimed one; nothing was changed
     * @throws StoreFailedException if the transaction failed; the outcome is unknown until {@link #reopen}
     * @throws StoreUnavailableException likewise, but it is worth another attempt
     */
    Map<PartitionId, Claim> apply(Batch batch);

    /** What the last batch really changed; empty where the target does not know. */
    default Optional<Changes> lastChanges() {
        return Optional.empty();
    }

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
