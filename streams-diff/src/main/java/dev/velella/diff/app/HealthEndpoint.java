package dev.velella.diff.app;

import dev.velella.diff.options.DiffConfig;
import dev.velella.diff.options.HealthListener;
import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.Tls;
import dev.velella.kit.http.ListenException;
import dev.velella.kit.http.Route;
import dev.velella.kit.http.Routes;
import dev.velella.kit.http.ServerSettings;
import dev.velella.kit.http.WebServer;
import dev.velella.kit.http.message.Answer;
import dev.velella.kit.options.Listener;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.common.config.ConfigException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the health of an app over HTTP. {@code /health/live} and {@code /health/ready} answer with status 200 or 503,
 * and give the reason as JSON. Answers to every name, because probes ask by the address of the container. Owns its
 * server. Thread-safe.
 */
final class HealthEndpoint implements AutoCloseable {
    /** Most connections. */
    static final int CLIENTS = 100;

    private static final ServerSettings.Bounds BOUNDS =
            new ServerSettings.Bounds(8, CLIENTS, 20, 1, 5_000, 5_000, 10_000, ServerSettings.Bounds.HEAD_BYTES, 0);

    private static final Logger LOG = LoggerFactory.getLogger(HealthEndpoint.class);

    private final WebServer server;

    /**
     * Starts to listen on the configured address.
     *
     * @throws ConfigException if the address is unknown or the port taken
     */
    HealthEndpoint(HealthListener listener, Supplier<AppHealth> health) {
        ServerSettings settings = new ServerSettings(
                "velella-health",
                DiffConfig.PREFIX + "health.",
                new Listener(listener.host(), listener.port()),
                List.of("*"),
                List.of(),
                Authentication.NONE,
                Tls.DEFAULT,
                BOUNDS,
                List.of());
        Map<String, Route> routes = Map.of(
                "/health/live", request -> answer(health.get(), AppHealth::isLive),
                "/health/ready", request -> answer(health.get(), AppHealth::isReady));
        server = new WebServer(settings, new Routes(routes, "health is at /health/live and /health/ready"));
        try {
            server.start();
        } catch (ListenException e) {
            throw new ConfigException(
                    DiffConfig.HEALTH_LISTENER_CONFIG,
                    listener.host() + ":" + listener.port(),
                    "cannot be listened on (" + e.getMessage() + "); choose another address or port");
        }
        LOG.info("Health is served at http://{}:{}/health/ready", listener.host(), port());
    }

    private static Answer answer(AppHealth health, Predicate<AppHealth> isWell) {
        byte[] json = (health.toJson() + "\n").getBytes(StandardCharsets.UTF_8);
        return Answer.document(isWell.test(health) ? 200 : 503, "application/json", json);
    }

    /** The port on which the endpoint listens. */
    int port() {
        return server.port();
    }

    /** Stops listening. Has no effect if the endpoint is already closed. */
    @Override
    public void close() {
        server.close();
    }
}
