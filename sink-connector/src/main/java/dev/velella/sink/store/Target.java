package dev.velella.sink.store;

import dev.velella.sink.error.StoreFailedException;
import java.nio.file.Path;
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
 * <p>Used by one thread (the sink task's), {@link dev.velella.sink.query.Queryable Queryable} aside.
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
     * @throws dev.velella.sink.error.StoreUnavailableException if it does not answer now
     */
    Map<PartitionId, Claim> claim(Collection<PartitionId> partitions);

    /**
     * Says which chains will be asked for soon, so that a store far away can be asked for all of them at once. Has no
     * effect but on time.
     *
     * @throws StoreFailedException if the store cannot be read
     * @throws dev.velella.sink.error.StoreUnavailableException if it does not answer now
     */
    default void prefetch(Collection<StreamId> streams) {
        // what is near needs no plan
    }

    /**
     * Checks that the store can add and delete a statement exactly; everything that is added or deleted is checked before
     * it gets into a batch.
     *
     * @throws dev.velella.sink.error.PatchRefusedException if it cannot
     */
    default void checkStorable(Statement statement) {
        // by default every statement can be stored
    }

    /**
     * Where the chain of a stream stands, as applied; empty for a stream that never had a numbered patch.
     *
     * @throws StoreFailedException if the store cannot be read
     * @throws dev.velella.sink.error.StoreUnavailableException if it does not answer now
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
     * @throws dev.velella.sink.error.StaleClaimException if the store's row of a partition is not the claimed one; nothing was changed
     * @throws StoreFailedException if the transaction failed; the outcome is unknown until {@link #reopen}
     * @throws dev.velella.sink.error.StoreUnavailableException likewise, but it is worth another attempt
     */
    Map<PartitionId, Claim> apply(Batch batch);

    /** What the last batch really changed; empty where the target does not know. */
    default Optional<Changes> lastChanges() {
        return Optional.empty();
    }

    /**
     * Begins to apply a batch. A target far away goes on with that while its caller does something else; one that is near is
     * done when this returns. From now on {@link #chain} is as after the batch, and the next batch can be collected with the
     * claims after it; it is begun when this one is applied, so that at most one is under way.
     *
     * <p>While one is under way, every method may throw what {@link Applying#await} does, as some have to wait for it. Then what
     * was collected meanwhile is void.
     *
     * @throws dev.velella.sink.error.StaleClaimException as {@link #apply}
     * @throws StoreFailedException as {@link #apply}
     * @throws dev.velella.sink.error.StoreUnavailableException as {@link #apply}
     */
    default Applying begin(Batch batch) {
        long beganNanos = System.nanoTime();
        Map<PartitionId, Claim> claims = apply(batch);
        return Applying.done(claims, Applying.Applied.since(beganNanos, lastChanges()));
    }

    /**
     * Ids that topics had when the store was last written from them; empty where the target does not keep them.
     *
     * @throws StoreFailedException if the store cannot be read
     */
    default Map<String, String> topicIds() {
        return Map.of();
    }

    /**
     * Keeps ids of topics, where the target can.
     *
     * @param ids topic to id
     * @throws StoreFailedException if the store cannot be written
     */
    default void keepTopicIds(Map<String, String> ids) {
        // not everywhere
    }

    /**
     * Offsets of those of the partitions that have a row, as applied; they need not be claimed.
     *
     * @throws StoreFailedException if the store cannot be read
     * @throws dev.velella.sink.error.StoreUnavailableException if it does not answer now
     */
    Map<PartitionId, PartitionOffsets> appliedOffsets(Collection<PartitionId> partitions);

    /**
     * Begins an empty store beside this one: what is claimed, applied and asked for concerns that one from now on, while
     * queries go on to see the one of before, until {@link #exchange}. A process that ends before has changed nothing.
     * Begins again where that was done before. Claims are void afterwards.
     *
     * @throws StoreFailedException if that is not possible
     */
    default void buildBeside() {
        throw new StoreFailedException("this store cannot be built again beside the one in use", null);
    }

    /**
     * Lets the store that was built beside take the place of the one in use, whatever happens to the process. To be followed
     * by {@link #reopen}.
     *
     * @return where the one of before is kept; empty if there was none
     * @throws StoreFailedException if that failed
     */
    default Optional<Path> exchange() {
        throw new StoreFailedException("there is no store beside the one in use", null);
    }

    /**
     * Where all streams of the connector stand, as applied; empty where the target cannot list them.
     *
     * @throws StoreFailedException if the store cannot be read
     */
    default Map<StreamId, StreamState> chains() {
        return Map.of();
    }

    /**
     * Whether every statement is accounted for by the chains of {@link #chains}, as far as a sum of hashes can tell; true
     * where the target cannot tell. Reads the whole store.
     *
     * @throws StoreFailedException if the store cannot be read
     */
    default boolean isAllOfStreams() {
        return true;
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

    /** For what the store is waited; any thread may look. Where a target does not tell, it is never waited for. */
    default StoreWaits waits() {
        return new StoreWaits();
    }

    /**
     * Makes everything applied durable and lets go of the store. Has no effect when closed already.
     *
     * @throws StoreFailedException if the checkpoint failed; the store is closed nevertheless
     */
    @Override
    void close();
}
