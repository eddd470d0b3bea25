package dev.velella.diff.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.velella.diff.options.DiffConfig;
import dev.velella.diff.options.HealthListener;
import dev.velella.kit.http.ClientThreads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.common.config.ConfigException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the health of an app over HTTP. {@code /health/live} and {@code /health/ready} answer with status 200 or 503,
 * and give the reason as JSON. Clients that read or write slowly do not delay the answers to others. Owns its threads.
 * Thread-safe.
 */
final class HealthEndpoint implements AutoCloseable {
    private static final int THREADS = 16;

    /** Maximum time that the endpoint waits for a request, in ms. */
    private static final long PATIENCE_MS = 5_000;

    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int UNAVAILABLE = 503;

    private static final Logger LOG = LoggerFactory.getLogger(HealthEndpoint.class);

    private final HttpServer server;
    private final ClientThreads threads;
    private final Supplier<AppHealth> health;

    /**
     * Starts to listen on the configured address.
     *
     * @throws ConfigException if the address is unknown or the port taken
     */
    HealthEndpoint(HealthListener listener, Supplier<AppHealth> health) {
        this.health = health;
        try {
            InetAddress address = InetAddress.getByName(listener.host());
            server = HttpServer.create(new InetSocketAddress(address, listener.port()), ClientThreads.BACKLOG);
        } catch (IOException e) {
            throw new ConfigException(
                    DiffConfig.HEALTH_LISTENER_CONFIG,
                    listener.host() + ":" + listener.port(),
                    "cannot be listened on (" + e.getMessage() + "); choose another address or port");
        }
        threads = new ClientThreads(THREADS, PATIENCE_MS, work -> {
            Thread thread = new Thread(work, "velella-health");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(threads);
        server.createContext("/", exchange -> answer(exchange, NOT_FOUND, "{}"));
        server.createContext("/health/live", exchange -> answer(exchange, "/health/live", AppHealth::isLive));
        server.createContext("/health/ready", exchange -> answer(exchange, "/health/ready", AppHealth::isReady));
        server.start();
        LOG.info("Health is served at http://{}:{}/health/ready", listener.host(), port());
    }

    /** The port on which the endpoint listens. */
    int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange, String path, Predicate<AppHealth> isWell) throws IOException {
        String method = exchange.getRequestMethod();
        if (!exchange.getRequestURI().getPath().equals(path)) {
            answer(exchange, NOT_FOUND, "{}");
        } else if (!method.equals("GET") && !method.equals("HEAD")) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            answer(exchange, METHOD_NOT_ALLOWED, "{}");
        } else {
            AppHealth now = health.get();
            answer(exchange, isWell.test(now) ? OK : UNAVAILABLE, now.toJson());
        }
    }

    private static void answer(HttpExchange exchange, int status, String json) throws IOException {
        try (exchange) {
            byte[] body = (json + "\n").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.sendResponseHeaders(status, -1);
            } else {
                exchange.sendResponseHeaders(status, body.length);
                exchange.getResponseBody().write(body);
            }
        }
    }

    /** Stops listening. Has no effect if the endpoint is already closed. */
    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
