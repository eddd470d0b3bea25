package dev.velella.sink.query;

import dev.velella.sink.store.StoreStatus;
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

    /** Figures of the state after the last batch; cheap. */
    StoreStatus status();
}
