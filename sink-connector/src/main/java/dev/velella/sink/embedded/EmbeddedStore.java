package dev.velella.sink.embedded;

import dev.velella.sink.store.StoreChange;
import java.io.IOException;
import org.eclipse.rdf4j.common.exception.RDF4JException;
import org.eclipse.rdf4j.repository.RepositoryConnection;

/**
 * The files of an RDF4J store that one {@link EmbeddedTarget} has to itself. Opened once, shut down once; whatever throws
 * on the way leaves it to be shut down. The target's thread calls everything but {@link #connect}, which any thread may.
 */
interface EmbeddedStore {

    /**
     * Reads the files, or makes them where there are none.
     *
     * @throws IOException if they cannot be read
     * @throws dev.velella.sink.error.StoreDamagedException if they are certainly not what they should be
     * @throws RDF4JException if they are in use or cannot be read
     */
    void open() throws IOException;

    /** Whether the files can be written. */
    boolean isWritable();

    /**
     * A connection for reading; each query of it sees the state after some whole transaction. To be closed soon, by the
     * thread that asked for it.
     */
    RepositoryConnection connect();

    /**
     * The statements, for what is worked out before a transaction; asked for while a connection of the same thread is
     * open, and closed before it.
     */
    StoredStatements stored();

    /**
     * Writes one transaction, whole or not at all, whatever happens to the process.
     *
     * @throws IOException if it failed; then the store is not to be used any more
     * @throws RDF4JException likewise
     */
    void write(StoreChange change) throws IOException;

    /** Whether {@link #write} returns only when the disk has the transaction. */
    boolean isDurableWhenWritten();

    /**
     * Returns when the disk has everything written.
     *
     * @throws IOException if that failed; what was durable stays so
     */
    void checkpoint() throws IOException;

    /** Lets go of the files. Has no effect where they are not open. */
    void shutDown();
}
