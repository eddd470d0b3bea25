package dev.velella.sink.remote;

import dev.velella.sink.store.SystemGraph;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.common.exception.RDF4JException;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.http.client.RDF4JProtocolSession;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.repository.RepositoryException;
import org.eclipse.rdf4j.repository.http.HTTPRepository;
import org.eclipse.rdf4j.rio.helpers.StatementCollector;
import org.jspecify.annotations.Nullable;

/**
 * A SERIALIZABLE transaction of an RDF4J server: of two that read the same rows and change them, the server commits one. Closed
 * without a commit, it is rolled back. Every method throws {@link RDF4JException}. Not thread-safe.
 *
 * <p>It speaks the protocol by RDF4J's session and not by its connection, which takes statements one by one and collects them
 * in models, while here they come as requests that are written already.
 */
final class Rdf4jTransaction implements AutoCloseable {
    private static final @Nullable Resource[] SYSTEM_GRAPH = {SystemGraph.GRAPH};

    private final RDF4JProtocolSession session;
    private boolean active;

    /** Gives the sessions of a repository. */
    static final class Server extends HTTPRepository {
        Server(String url) {
            super(url);
        }

        /** A transaction that is begun. */
        Rdf4jTransaction begin() {
            if (!isInitialized()) {
                init();
            }
            Rdf4jTransaction transaction = new Rdf4jTransaction(createHTTPClient());
            boolean begun = false;
            try {
                transaction.send(() -> transaction.session.beginTransaction(IsolationLevels.SERIALIZABLE));
                begun = true;
            } finally {
                if (!begun) {
                    transaction.session.close();
                }
            }
            transaction.active = true;
            return transaction;
        }
    }

    private Rdf4jTransaction(RDF4JProtocolSession session) {
        this.session = session;
    }

    /** The statements of the system graph about a subject, as the transaction sees them. */
    List<Statement> rows(IRI subject) {
        List<Statement> found = new ArrayList<>();
        send(() -> session.getStatements(subject, null, null, false, new StatementCollector(found), SYSTEM_GRAPH));
        return found;
    }

    /** Removes statements; those of the default graph are in the graph {@code rdf4j:nil}. */
    void remove(Upload upload) {
        upload.forEach(body -> send(() -> session.removeData(body, null, Upload.FORMAT)));
    }

    /** Adds statements. */
    void add(Upload upload) {
        upload.forEach(body -> send(() -> session.addData(body, null, Upload.FORMAT)));
    }

    /** Makes it last. */
    void commit() {
        send(session::commitTransaction);
        active = false;
    }

    private interface Request {
        void send() throws IOException;
    }

    private void send(Request request) {
        try {
            request.send();
        } catch (IOException | IllegalStateException e) {
            throw new RepositoryException(e);
        }
    }

    /** The server forgets a transaction of which it hears nothing for a minute. */
    @Override
    public void close() {
        try {
            if (active) {
                session.rollbackTransaction();
            }
        } catch (RDF4JException | IOException | IllegalStateException e) {
            // what made it necessary is reported
        } finally {
            session.close();
        }
    }
}
