package dev.velella.sink.endpoint;

import com.sun.net.httpserver.HttpServer;
import dev.velella.kit.http.ClientThreads;
import dev.velella.sink.query.Queryable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Serves a store over HTTP, read-only: {@code /sparql} (SPARQL 1.1 Protocol, queries), {@code /status} (figures as
 * JSON), {@code /commits} (the commits of the history as JSON), {@code /state} (the whole content at one moment, including the sink's own rows) and {@code /} (a query form).
 * Owns its threads. The store belongs to the caller and must live longer than the endpoint. Thread-safe.
 */
public final class SparqlEndpoint implements AutoCloseable {
    /** Number of threads. Most of them wait for slow clients; at most nine work at the same time. */
    private static final int THREADS = 8 * QueryRoute.MAX_QUERIES;

    /** Maximum time that the endpoint waits for a request, in ms. */
    private static final long REQUEST_MS = 10_000;

    private static final String STATE_PATH = "/state";

    /** Set before the first server of this class is made. */
    private static final Optional<String> LATENESS = NoDelay.set();

    private final HttpServer server;
    private final ClientThreads clients;
    private final ScheduledExecutorService alarms;
    private final URI uri;

    /**
     * Starts to listen.
     *
     * @throws EndpointFailedException if the address is unknown or the port taken
     */
    public static SparqlEndpoint start(EndpointOptions options, Queryable store) {
        try {
            InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(options.bind()), options.port());
            return new SparqlEndpoint(HttpServer.create(address, ClientThreads.BACKLOG), options, store);
        } catch (IOException e) {
            throw new EndpointFailedException(
                    "cannot serve SPARQL on " + options.bind() + ", port " + options.port() + ": " + e.getMessage()
                            + "; choose another address or port, or turn the endpoint off",
                    e);
        }
    }

    /**
     * Says why it is impossible to listen on an address now; empty if it is possible. To find out, this method listens
     * for a moment.
     */
    public static Optional<String> fault(String bind, int port) {
        try {
            new ServerSocket(port, 1, InetAddress.getByName(bind)).close();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("cannot serve SPARQL on " + bind + ", port " + port + ": " + e.getMessage()
                    + "; choose another address or port (0 takes a free one), or turn the endpoint off");
        }
    }

    private SparqlEndpoint(HttpServer server, EndpointOptions options, Queryable store) {
        this.server = server;
        ThreadFactory threads = threads(options.port());
        clients = new ClientThreads(THREADS, REQUEST_MS, threads);
        alarms = Executors.newSingleThreadScheduledExecutor(threads);
        Map<String, Route> routes = Map.of(
                "/sparql", new QueryRoute(store, options, clients),
                "/status", new StatusRoute(store),
                "/commits", new CommitsRoute(store),
                "/", new StaticRoute("index.html", "text/html; charset=utf-8"),
                "/query-form.js", new StaticRoute("query-form.js", "text/javascript; charset=utf-8"),
                "/query-form.css", new StaticRoute("query-form.css", "text/css; charset=utf-8"));
        Map<String, Route> state = Map.of(STATE_PATH, new StateRoute(store, clients));
        HostCheck hosts = new HostCheck(options.bind(), options.hosts());
        OriginCheck origins = new OriginCheck(options.origins());
        server.setExecutor(clients);
        server.createContext("/", new GuardedHandler(routes, hosts, origins, clients, alarms, options.timeoutMs()));
        server.createContext(
                STATE_PATH, new GuardedHandler(state, hosts, origins, clients, alarms, options.stateTimeoutMs()));
        server.start();
        String host = options.bind().contains(":") ? "[" + options.bind() + "]" : options.bind();
        uri = URI.create("http://" + host + ":" + server.getAddress().getPort() + "/sparql");
    }

    /** Makes daemon threads. They find the services of RDF4J by the class loader of this class, not of the worker. */
    private static ThreadFactory threads(int port) {
        AtomicInteger count = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, "sparql-endpoint-" + port + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            thread.setContextClassLoader(SparqlEndpoint.class.getClassLoader());
            return thread;
        };
    }

    /** Address of the query service. */
    public URI uri() {
        return uri;
    }

    /** Why answers come later than they could, and what to do; empty if they do not. */
    public Optional<String> lateness() {
        return LATENESS;
    }

    /** Stops listening, breaks connections and interrupts queries. Has no effect if the endpoint is already closed. */
    @Override
    public void close() {
        server.stop(0);
        clients.close();
        alarms.shutdownNow();
    }
}
