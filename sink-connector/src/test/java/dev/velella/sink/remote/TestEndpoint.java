package dev.velella.sink.remote;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.velella.sink.store.SystemGraph;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.eclipse.rdf4j.common.exception.RDF4JException;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.query.BooleanQuery;
import org.eclipse.rdf4j.query.Query;
import org.eclipse.rdf4j.query.TupleQuery;
import org.eclipse.rdf4j.query.resultio.sparqljson.SPARQLBooleanJSONWriter;
import org.eclipse.rdf4j.query.resultio.sparqljson.SPARQLResultsJSONWriter;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.RepositoryException;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.memory.MemoryStore;

/**
 * A SPARQL endpoint in this process, at /query and /update, one request after the other. Its default graph is the union of
 * all graphs. Refuses as many requests as it is told to, and may do each operation of an update by itself.
 */
public final class TestEndpoint implements AutoCloseable {
    private final SailRepository repository = new SailRepository(new MemoryStore());
    private final AtomicInteger passes = new AtomicInteger();
    private final AtomicInteger refusals = new AtomicInteger();
    private final boolean atomic;
    private int port;
    private HttpServer server;
    private volatile int status = 503;
    private final AtomicLong requests = new AtomicLong();
    private final Semaphore updates = new Semaphore(1);
    private final AtomicInteger operations = new AtomicInteger(Integer.MAX_VALUE);
    private final AtomicReference<String> following = new AtomicReference<>();
    private volatile String authorization;

    /** @param atomic whether an update is done as a whole */
    public TestEndpoint(boolean atomic) throws IOException {
        this.atomic = atomic;
        repository.init();
        start();
    }

    /** Listens, again at the same port. */
    public void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        port = server.getAddress().getPort();
        server.createContext("/", this::handle);
        server.start();
    }

    /** Stops to listen. */
    public void stop() {
        server.stop(0);
    }

    public URI queryUrl() {
        return URI.create("http://localhost:" + port + "/query");
    }

    public URI updateUrl() {
        return URI.create("http://localhost:" + port + "/update");
    }

    /** Answers the next requests with a status. */
    public void refuse(int requests, int answer) {
        refuseAfter(0, requests, answer);
    }

    /** Answers requests with a status, after some that go through. */
    public void refuseAfter(int passing, int requests, int answer) {
        status = answer;
        passes.set(passing);
        refusals.set(requests);
    }

    /**
     * Interrupts the next update after some of its operations, as an endpoint that is not atomic may be: they are done,
     * the others are not, and the answer is 503.
     */
    public void interruptAfter(int done) {
        operations.set(done);
    }

    /** Lets the next update wait, and all requests behind it. */
    public void hold() {
        updates.acquireUninterruptibly();
    }

    /** Lets it go on. */
    public void release() {
        updates.release();
    }

    /** Number of requests until now. */
    public long requests() {
        return requests.get();
    }

    /** The header of the last request; null without. */
    public String authorization() {
        return authorization;
    }

    /** Changes the data, as somebody else may who knows the endpoint. */
    public void tamper(String operation) {
        try (RepositoryConnection connection = repository.getConnection()) {
            connection.prepareUpdate(operation).execute();
        }
    }

    /** Lets the next update be followed by another operation, before it is answered. */
    public void tamperAfterUpdate(String operation) {
        following.set(operation);
    }

    /** What is outside the system graph. */
    public Set<Statement> data() {
        Set<Statement> data = all();
        data.removeIf(statement -> SystemGraph.GRAPH.equals(statement.getContext()));
        return data;
    }

    /** All statements of the store. */
    Set<Statement> all() {
        try (RepositoryConnection connection = repository.getConnection()) {
            return new HashSet<>(
                    connection.getStatements(null, null, null, false).stream().toList());
        }
    }

    /** Gives the store another layout, as another version would. */
    void layout(long number) {
        try (RepositoryConnection connection = repository.getConnection()) {
            connection.begin();
            connection.remove(SystemGraph.GRAPH, SystemGraph.LAYOUT, null, SystemGraph.GRAPH);
            connection.add(
                    SystemGraph.GRAPH,
                    SystemGraph.LAYOUT,
                    connection.getValueFactory().createLiteral(number),
                    SystemGraph.GRAPH);
            connection.commit();
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            requests.incrementAndGet();
            authorization = exchange.getRequestHeaders().getFirst("Authorization");
            if (passes.getAndUpdate(left -> Math.max(0, left - 1)) == 0
                    && refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                answer(exchange, status, "not now".getBytes(StandardCharsets.UTF_8));
                return;
            }
            try {
                answer(
                        exchange,
                        200,
                        exchange.getRequestURI().getPath().equals("/update") ? update(text) : query(text));
            } catch (RDF4JException e) {
                answer(exchange, 500, String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private byte[] query(String text) {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        try (RepositoryConnection connection = repository.getConnection()) {
            Query query = connection.prepareQuery(text);
            if (query instanceof BooleanQuery ask) {
                new SPARQLBooleanJSONWriter(json).handleBoolean(ask.evaluate());
            } else {
                ((TupleQuery) query).evaluate(new SPARQLResultsJSONWriter(json));
            }
        }
        return json.toByteArray();
    }

    private byte[] update(String text) {
        updates.acquireUninterruptibly();
        updates.release();
        try (RepositoryConnection connection = repository.getConnection()) {
            String prologue = text.lines()
                    .takeWhile(line -> line.startsWith("PREFIX "))
                    .collect(Collectors.joining("\n", "", "\n"));
            int left = operations.getAndSet(Integer.MAX_VALUE);
            for (String operation : atomic ? List.of(text) : List.of(text.split(" ;\n"))) {
                if (left-- == 0) {
                    throw new RepositoryException("interrupted");
                }
                connection.begin();
                connection
                        .prepareUpdate(operation.startsWith("PREFIX ") ? operation : prologue + operation)
                        .execute();
                connection.commit();
            }
        }
        String operation = following.getAndSet(null);
        if (operation != null) {
            tamper(operation);
        }
        return new byte[0];
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/sparql-results+json");
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        release(); // what is held after a test that failed
        stop();
        repository.shutDown();
    }
}
