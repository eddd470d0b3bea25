package dev.velella.sink.embedded;

import dev.velella.sink.store.StoreChange;
import dev.velella.sink.versions.StoreHistory;
import java.io.IOException;
import java.util.Optional;
import org.eclipse.rdf4j.common.exception.RDF4JException;
import org.eclipse.rdf4j.repository.RepositoryConnection;

/**
 * The files of an RDF4J store, for the exclusive use of one {@link EmbeddedTarget}. A store is opened once and shut
 * down once. After any exception the caller still has to shut it down. Only the target's thread may call the methods,
 * except {@link #connect}, which any thread may call.
 */
interface EmbeddedStore {

    /**
     * Reads the files, or makes them if there are none.
     *
     * @throws IOException if the files cannot be read
     * @throws dev.velella.sink.error.StoreDamagedException if the files are certainly damaged
     * @throws RDF4JException if the files are in use or cannot be read
     */
    void open() throws IOException;

    /** Whether the files can be written. */
    boolean isWritable();

    /**
     * Opens a connection for reading. Each query on it sees the state after a whole transaction. The thread that opened
     * the connection must close it soon.
     */
    RepositoryConnection connect();

    /**
     * Opens the statements for the planning of a transaction. The same thread must have an open connection, and must
     * close the statements before this connection.
     */
    StoredStatements stored();

    /**
     * Writes one transaction, whole or not at all, even if the process crashes.
     *
     * @throws IOException if this failed; the store must then not be used any more
     * @throws RDF4JException if this failed; the store must then not be used any more
     */
    void write(StoreChange change) throws IOException;

    /** The history of the store, open as long as the store is; empty if the store keeps none. */
    default Optional<StoreHistory> history() {
        return Optional.empty();
    }

    /**
     * Opens a connection for reading as of a commit. Otherwise like {@link #connect}.
     *
     * @return empty if the history does not have the commit
     */
    default Optional<RepositoryConnection> connect(long commit) {
        return Optional.empty();
    }

    /** Whether {@link #write} returns only when the transaction is on the disk. */
    boolean isDurableWhenWritten();

    /**
     * Writes all transactions to the disk, and returns when they are there.
     *
     * @throws IOException if this failed; transactions that were already durable stay durable
     */
    void checkpoint() throws IOException;

    /** Closes the files. Has no effect if they are not open. */
    void shutDown();
}
