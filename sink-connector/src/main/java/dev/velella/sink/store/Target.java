package dev.velella.sink.store;

import dev.velella.sink.error.StoreFailedException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;

/**
 * A store with its system graph, from the view of one connector. Data, offsets and chains change together or not at
 * all.
 *
 * <p><em>Applied</em> = visible to queries. <em>Durable</em> = survives a crash of the process; never more than
 * applied.
 *
 * <p>Only the sink task's thread may use a target, except for the methods of
 * {@link dev.velella.sink.query.Queryable Queryable}.
 */
public interface Target extends AutoCloseable {

    /** Identity of the store's content: random, made when the store was first opened. */
    String storeId();

    /** The kinds of terms that the store can hold. They do not change while the target is open. */
    Capabilities capabilities();

    /**
     * Claims partitions: raises their epochs, in one transaction. A partition without a row gets a row that starts at
     * offset 0.
     *
     * @return the new claim of each partition
     * @throws StoreFailedException if the store cannot be read or written
     * @throws dev.velella.sink.error.StoreUnavailableException if it does not answer now
     */
    Map<PartitionId, Claim> claim(Collection<PartitionId> partitions);

    /**
     * The partitions that connectors, this one and others, have claimed in the store.
     *
     * @throws StoreFailedException if the store cannot be read
     * @throws dev.velella.sink.error.StoreUnavailableException if it does not answer now
     */
    default Set<SystemGraph.Owned> owned() {
        return Set.of();
    }

    /**
     * Moves the rows of another connector to this connector, in one transaction. If the other connector has no such
     * rows, nothing changes. Claims of both are void afterwards.
     *
     * @param connector name of the other connector
     * @param moved topics whose rows become rows of this connector, which has none of them
     * @param dropped topics whose rows are deleted, because this connector has rows of its own
     * @throws StoreFailedException if that failed
     * @throws dev.velella.sink.error.StoreUnavailableException if it is not known whether it was done
     */
    default void takeOver(String connector, Set<String> moved, Set<String> dropped) {
        // a store without rows of others has nothing to move
    }

    /** Deletes the rows of partitions that this connector has just claimed for the first time. */
    default void disclaim(Collection<PartitionId> partitions) {
        // only a store with several writers needs this
    }

    /**
     * Whether the store holds a graph that only streams may have, {@code urn:velella:stream:KEY}.
     *
     * @throws StoreFailedException if the store cannot be read
     * @throws dev.velella.sink.error.StoreUnavailableException if it does not answer now
     */
    default boolean holdsStreams() {
        return false;
    }

    /**
     * Whether a graph may hold statements. If not, it held none when this was first asked after the last claim.
     *
     * @throws StoreFailedException if the store cannot be read
     * @throws dev.velella.sink.error.StoreUnavailableException if it does not answer now
     */
    default boolean mayHold(IRI graph) {
        return true;
    }

    /**
     * Whether a stream of another topic, or of another connector, has the same key and so perhaps the same graph.
     *
     * @throws StoreFailedException if the store cannot be read
     * @throws dev.velella.sink.error.StoreUnavailableException if it does not answer now
     */
    default boolean isKeyShared(StreamId stream) {
        return false;
    }

    /**
     * Names the chains that will soon be needed, so that a remote store can be asked for all of them at once. Only
     * makes later calls faster.
     *
     * @throws StoreFailedException if the store cannot be read
     * @throws dev.velella.sink.error.StoreUnavailableException if it does not answer now
     */
    default void prefetch(Collection<StreamId> streams) {
        // a local store needs no prefetch
    }

    /**
     * Checks that the store can add and delete a statement exactly. Every statement is checked before it gets into a
     * batch.
     *
     * @throws dev.velella.sink.error.PatchRefusedException if the store cannot
     */
    default void checkStorable(Statement statement) {
        // by default every statement can be stored
    }

    /**
     * The applied position of a stream's chain; empty for a stream that never had a numbered patch.
     *
     * @throws StoreFailedException if the store cannot be read
     * @throws dev.velella.sink.error.StoreUnavailableException if it does not answer now
     */
    Optional<StreamState> chain(StreamId stream);

    /**
     * The position of a stream as the store has it now, also if another writer has changed it since the last claim.
     *
     * @throws StoreFailedException if the store cannot be read
     * @throws dev.velella.sink.error.StoreUnavailableException if it does not answer now
     */
    default Optional<StreamState> storedChain(StreamId stream) {
        return chain(stream);
    }

    /**
     * The applied statements of one graph. The collection belongs to the caller.
     *
     * @throws StoreFailedException if the store cannot be read
     */
    Collection<Statement> statements(IRI graph);

    /**
     * Applies a batch in one transaction.
     *
     * @return the claims after the batch, of the batch's partitions
     * @throws dev.velella.sink.error.StaleClaimException if the store's row of a partition is not equal to its claim;
     *     nothing was changed
     * @throws StoreFailedException if the transaction failed; the outcome is unknown until {@link #reopen}
     * @throws dev.velella.sink.error.StoreUnavailableException if the transaction failed, but another attempt makes
     *     sense
     */
    Map<PartitionId, Claim> apply(Batch batch);

    /** Numbers of statements that the last batch really changed; empty if the target does not know. */
    default Optional<Changes> lastChanges() {
        return Optional.empty();
    }

    /**
     * Begins to apply a batch. A remote target continues in the background; a local target has applied the batch when
     * this method returns. From now on {@link #chain} returns the position after the batch, and the next batch can be
     * collected with the claims after it. The next batch begins only when this batch is applied, so at most one batch
     * is under way.
     *
     * <p>While a batch is under way, every method may throw the exceptions of {@link Applying#await}, because some
     * methods have to wait for the batch. Records collected meanwhile are void then.
     *
     * @throws dev.velella.sink.error.StaleClaimException under the same conditions as {@link #apply}
     * @throws StoreFailedException under the same conditions as {@link #apply}
     * @throws dev.velella.sink.error.StoreUnavailableException under the same conditions as {@link #apply}
     */
    default Applying begin(Batch batch) {
        long beganNanos = System.nanoTime();
        Map<PartitionId, Claim> claims = apply(batch);
        return Applying.done(claims, Applying.Applied.since(beganNanos, lastChanges()));
    }

    /**
     * The ids of topics at the time when the store was last written from them; empty if the target does not keep ids.
     *
     * @throws StoreFailedException if the store cannot be read
     */
    default Map<String, String> topicIds() {
        return Map.of();
    }

    /**
     * Stores ids of topics, if the target can.
     *
     * @param ids topic to id
     * @throws StoreFailedException if the store cannot be written
     */
    default void keepTopicIds(Map<String, String> ids) {
        // not every target keeps ids
    }

    /**
     * The applied offsets of some partitions. Partitions without a row are left out. The partitions need not be
     * claimed.
     *
     * @throws StoreFailedException if the store cannot be read
     * @throws dev.velella.sink.error.StoreUnavailableException if it does not answer now
     */
    Map<PartitionId, Long> appliedOffsets(Collection<PartitionId> partitions);

    /**
     * Begins an empty store beside the store in use. From now on, all claims, batches and questions concern the new
     * store, but queries still see the store in use, until {@link #exchange}. If the process ends before, nothing has
     * changed. If a new store was already begun, it is begun again. Claims are void afterwards.
     *
     * @throws StoreFailedException if that is not possible
     */
    default void buildBeside() {
        throw new StoreFailedException("this store cannot be built again beside the one in use", null);
    }

    /**
     * Replaces the store in use with the new store, even if the process ends meanwhile. The caller must then call
     * {@link #reopen}.
     *
     * @return place in which the old store is kept; empty if there was none
     * @throws StoreFailedException if that failed
     */
    default Optional<Path> exchange() {
        throw new StoreFailedException("there is no store beside the one in use", null);
    }

    /**
     * The applied positions of all streams of the connector; empty if the target cannot list them.
     *
     * @throws StoreFailedException if the store cannot be read
     */
    default Map<StreamId, StreamState> chains() {
        return Map.of();
    }

    /**
     * Whether every statement belongs to a stream of {@link #chains}, as far as a sum of hashes can tell; true if the
     * target cannot tell. Reads the whole store.
     *
     * @throws StoreFailedException if the store cannot be read
     */
    default boolean isAllOfStreams() {
        return true;
    }

    /** Whether an applied batch is not durable yet. */
    boolean isCheckpointNeeded();

    /**
     * Makes all applied batches durable.
     *
     * @throws StoreFailedException if this failed; durable batches stay durable
     */
    void checkpoint();

    /** Durable offsets of every partition that has a row. */
    Map<PartitionId, Long> durableOffsets();

    /**
     * Drops the state in memory and returns to the durable state. Claims are void afterwards.
     *
     * @throws StoreFailedException if the store cannot be opened
     */
    void reopen();

    /** The steps that the store has not answered. Any thread may read them. By default there are never any. */
    default StoreWaits waits() {
        return new StoreWaits();
    }

    /**
     * Makes all applied batches durable and closes the store. Has no effect if the target is already closed.
     *
     * @throws StoreFailedException if the checkpoint failed; the store is closed nevertheless
     */
    @Override
    void close();
}
