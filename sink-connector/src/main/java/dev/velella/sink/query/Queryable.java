package dev.velella.sink.query;

import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StoreStatus;
import dev.velella.sink.versions.StoreHistory;
import java.util.Map;
import java.util.Optional;
import org.eclipse.rdf4j.repository.RepositoryConnection;

/** A store in this process that can be queried while patches are applied. Thread-safe. */
public interface Queryable {

    /**
     * Opens a connection for queries, which do not see reserved graphs
     * ({@link dev.velella.sink.store.ReservedGraphs ReservedGraphs}). Each query sees the state after a whole batch.
     * The caller must close the connection, and use it for queries only.
     *
     * @throws dev.velella.sink.error.StoreFailedException if the store is closed or being reopened
     */
    RepositoryConnection connect();

    /** Whether an open connection blocks all writing. If so, each connection must be closed as soon as possible. */
    default boolean isHeldUpByReaders() {
        return false;
    }

    /** The history of the store; empty if the store keeps none. */
    default Optional<StoreHistory> history() {
        return Optional.empty();
    }

    /**
     * Opens a connection for queries of the state after an earlier commit. Otherwise like {@link #connect}.
     *
     * @return empty if the history does not have the commit
     */
    default Optional<RepositoryConnection> connect(long commit) {
        return Optional.empty();
    }

    /**
     * Waits until records are applied.
     *
     * @param offsets for each partition, the offset of the last record that must be applied
     * @param patienceMs longest wait, in ms
     * @return whether they are applied
     * @throws InterruptedException if the thread is interrupted
     */
    boolean awaitApplied(Map<PartitionId, Long> offsets, long patienceMs) throws InterruptedException;

    /** Figures of the state after the last batch; cheap. */
    StoreStatus status();
}
