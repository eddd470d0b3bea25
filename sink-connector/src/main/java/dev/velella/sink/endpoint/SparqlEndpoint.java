package dev.velella.sink.endpoint;

import dev.velella.kit.http.ListenException;
import dev.velella.kit.http.Route;
import dev.velella.kit.http.Routes;
import dev.velella.kit.http.WebServer;
import dev.velella.kit.options.Listener;
import dev.velella.kit.thread.Daemon;
import dev.velella.sink.query.Queryable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Serves a store over HTTP, read-only: {@code /sparql} (SPARQL 1.1 Protocol, queries), {@code /status} (figures as
 * JSON), {@code /commits} (the commits of the history as JSON), {@code /state} (the whole content at one moment, including the sink's own rows) and {@code /} (a query form).
 * Owns its server and its threads. The store belongs to the caller and must live longer than the endpoint. Thread-safe.
 */
public final class SparqlEndpoint implements AutoCloseable {
    private final WebServer server;
    private final ScheduledExecutorService alarms;
    private final URI uri;

    /**
     * Starts to listen.
     *
     * @throws EndpointFailedException if the address is unknown or the port taken
     */
    public static SparqlEndpoint start(EndpointOptions options, Queryable store) {
        try {
            return new SparqlEndpoint(options, store);
        } catch (ListenException e) {
            Listener listener = options.server().listener();
            throw new EndpointFailedException(
                    cannotServe(listener.host(), listener.port(), e)
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
            return Optional.of(cannotServe(bind, port, e)
                    + "; choose another address or port (0 takes a free one), or turn the endpoint off");
        }
    }

    private static String cannotServe(String bind, int port, Exception reason) {
        return "cannot serve SPARQL on " + bind + ", port " + port + ": " + reason.getMessage();
    }

    private SparqlEndpoint(EndpointOptions options, Queryable store) throws ListenException {
        alarms = Executors.newSingleThreadScheduledExecutor(Daemon.named(EndpointOptions.NAME + "-alarms"));
        boolean started = false;
        try {
            server = new WebServer(options.server(), new Routes(routes(options, store), "the endpoint is /sparql"));
            server.start();
            started = true;
        } finally {
            if (!started) {
                alarms.shutdownNow();
            }
        }
        uri = URI.create(server.address() + "/sparql");
    }

    private Map<String, Route> routes(EndpointOptions options, Queryable store) {
        Map<String, Route> routes = new HashMap<>();
        long timeoutMs = options.timeoutMs();
        QueryRoute queries = new QueryRoute(store, options);
        routes.put("/sparql", new GuardedRoute(queries, Route.READING_OR_POST, false, alarms, timeoutMs));
        routes.put("/status", reading(new StatusRoute(store), timeoutMs));
        routes.put("/commits", reading(new CommitsRoute(store), timeoutMs));
        routes.put("/state", reading(new StateRoute(store), options.stateTimeoutMs()));
        routes.put("/", document("index.html", "text/html; charset=utf-8", timeoutMs));
        routes.put("/query-form.js", document("query-form.js", "text/javascript; charset=utf-8", timeoutMs));
        routes.put("/query-form.css", document("query-form.css", "text/css; charset=utf-8", timeoutMs));
        return routes;
    }

    private Route reading(StoreRoute route, long timeoutMs) {
        return new GuardedRoute(route, Route.READING, false, alarms, timeoutMs);
    }

    /** A file that a browser shows when a user follows a link. Links of other sites may lead to it. */
    private Route document(String file, String type, long timeoutMs) {
        return new GuardedRoute(new StaticRoute(file, type), Route.READING, true, alarms, timeoutMs);
    }

    /** Address of the query service. */
    public URI uri() {
        return uri;
    }

    /** Stops listening, breaks connections and interrupts queries. Has no effect if the endpoint is already closed. */
    @Override
    public void close() {
        server.close();
        alarms.shutdownNow();
    }
}
