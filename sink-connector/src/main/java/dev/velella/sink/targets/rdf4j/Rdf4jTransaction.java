package dev.velella.sink.targets.rdf4j;

import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.remote.RemoteFailure;
import dev.velella.sink.remote.RemoteHttp;
import dev.velella.sink.store.SystemGraph;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.http.HttpHeaders;
import org.apache.http.client.methods.HttpDelete;
import org.apache.http.client.methods.HttpGet;
import org.eclipse.rdf4j.common.exception.RDF4JException;
import org.eclipse.rdf4j.common.transaction.IsolationLevel;
import org.eclipse.rdf4j.http.client.RDF4JProtocolSession;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.repository.RepositoryException;
import org.eclipse.rdf4j.repository.http.HTTPRepository;
import org.eclipse.rdf4j.rio.helpers.StatementCollector;
import org.jspecify.annotations.Nullable;

/**
 * A transaction of an RDF4J server. If it is closed without a commit, it is rolled back. Every method may throw
 * {@link RDF4JException}. Not thread-safe.
 *
 * <p>This class uses RDF4J's protocol session, not its connection. The connection takes statements one by one and
 * collects them in models, but here the requests are already written.
 */
final class Rdf4jTransaction implements AutoCloseable {
    private static final @Nullable Resource[] SYSTEM_GRAPH = {SystemGraph.GRAPH};

    private static final Pattern NO_TRANSACTION = Pattern.compile("not registered|find registered transaction");
    private static final int MAX_CONFIGURATION = 1 << 20;
    private static final int ENDINGS = 5;

    private final RDF4JProtocolSession session;
    private String id = "";
    private boolean active;

    /** Makes the sessions of a repository. */
    static final class Server extends HTTPRepository {
        private final RemoteHttp http;

        Server(String url, RemoteHttp http) {
            super(url);
            this.http = http;
            setHttpClient(http.client());
        }

        /** Begins a transaction. */
        Rdf4jTransaction begin(IsolationLevel level) {
            if (!isInitialized()) {
                init();
            }
            Rdf4jTransaction transaction = new Rdf4jTransaction(createHTTPClient());
            boolean begun = false;
            try {
                transaction.send(() -> transaction.session.beginTransaction(level));
                transaction.id = id(http.lastAnswer());
                begun = true;
            } finally {
                if (!begun) {
                    transaction.session.close();
                }
            }
            transaction.active = true;
            return transaction;
        }

        /**
         * Asks the server to end a transaction of any client. Afterwards the transaction is either committed or will
         * never be. If a commit is under way, the call waits for it, because the server processes the requests of a
         * transaction one after the other.
         *
         * @throws StoreUnavailableException if the server does not confirm the end
         */
        void end(String transactionId) {
            URI url = URI.create(getRepositoryURL() + "/transactions/" + transactionId);
            for (int attempt = 0; attempt < ENDINGS; attempt++) {
                RemoteHttp.Reply reply =
                        http.exchange("end another transaction", new HttpDelete(url), MAX_CONFIGURATION);
                if (reply.answer().isSuccess()
                        || NO_TRANSACTION.matcher(reply.text()).find()) {
                    return;
                }
                if (reply.answer().status() != 500) { // the answer if the commit came first
                    throw RemoteFailure.ofAnswer("end another transaction", url, reply.answer(), reply.text(), null);
                }
            }
            throw new StoreUnavailableException(
                    RemoteFailure.shown(url) + " does not say that the transaction has ended", null, Duration.ZERO);
        }

        /** The configuration of the repository in Turtle; empty if the server does not give it. */
        Optional<String> configuration() {
            String purpose = "read the configuration of the repository";
            URI url = URI.create(getRepositoryURL() + "/config");
            HttpGet request = new HttpGet(url);
            request.setHeader(HttpHeaders.ACCEPT, "text/turtle");
            RemoteHttp.Reply reply = http.exchange(purpose, request, MAX_CONFIGURATION);
            if (reply.answer().isSuccess()) {
                return Optional.of(reply.text());
            }
            RuntimeException failure = RemoteFailure.ofAnswer(purpose, url, reply.answer(), reply.text(), null);
            if (failure instanceof StoreUnavailableException && reply.answer().status() != 500) {
                throw failure; // it may answer later, and all writers must come to the same result
            }
            return Optional.empty();
        }

        /** The id of the transaction: the last step of the path that the server has given it. */
        private static String id(RemoteHttp.@Nullable Answer answer) {
            String location = answer == null ? "" : answer.location();
            return location.substring(location.lastIndexOf('/') + 1);
        }
    }

    private Rdf4jTransaction(RDF4JProtocolSession session) {
        this.session = session;
    }

    /** The id that the server has given the transaction; empty text if the server gave none. */
    String id() {
        return id;
    }

    /** The statements of the system graph with a subject, or all if it is null, as the transaction sees them. */
    List<Statement> rows(@Nullable IRI subject) {
        List<Statement> found = new ArrayList<>();
        send(() -> session.getStatements(subject, null, null, false, new StatementCollector(found), SYSTEM_GRAPH));
        return found;
    }

    /** Removes statements. To remove a statement of the default graph, it must be in the graph {@code rdf4j:nil}. */
    void remove(Upload upload) {
        upload.forEach(body -> send(() -> session.removeData(body, null, Upload.FORMAT)));
    }

    /** Adds statements. */
    void add(Upload upload) {
        upload.forEach(body -> send(() -> session.addData(body, null, Upload.FORMAT)));
    }

    /** Commits the transaction. */
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

    /**
     * Rolls the transaction back if it was not committed. If this request is lost, the server ends the transaction
     * after a minute without requests.
     */
    @Override
    public void close() {
        try {
            if (active) {
                session.rollbackTransaction();
            }
        } catch (RDF4JException | IOException | IllegalStateException e) {
            // the failure that made the rollback necessary is reported
        } finally {
            session.close();
        }
    }
}
