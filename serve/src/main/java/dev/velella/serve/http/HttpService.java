package dev.velella.serve.http;

import dev.velella.kit.options.Listener;
import dev.velella.serve.http.connection.Answers;
import dev.velella.serve.http.connection.Clients;
import dev.velella.serve.intake.LogFollower;
import dev.velella.serve.options.HttpSettings;
import dev.velella.serve.patchlog.LogNames;
import dev.velella.serve.select.AllGraphs;
import dev.velella.serve.select.LocalGraphs;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** The HTTP server of the service. Owns its threads and its socket. {@link #start} and {@link #close} are called once. */
public final class HttpService implements AutoCloseable {
    private static final int THREADS = 24;
    private static final int HEADER_BYTES = 16 << 10;
    private static final long SWEEP_MS = 250;

    private final Server server;
    private final ServerConnector connector;
    private final PeerClient peers;
    private final Clients clients;
    private final Answers answers;
    private final Answers subscriptions;
    private final ScheduledExecutorService sweeper;
    private @Nullable Future<?> sweeping;

    /**
     * Makes the server; {@link #start} opens its socket.
     *
     * @param ldesPage versions of a stream on a page of an LDES
     * @param advertised address of this instance for the others; null if it is alone
     */
    public HttpService(
            HttpSettings settings,
            @Nullable Listener advertised,
            LogFollower follower,
            LocalGraphs local,
            int ldesPage) {
        peers = new PeerClient(settings);
        QueuedThreadPool threads = new QueuedThreadPool(THREADS, 4);
        threads.setName("velella-serve");
        threads.setDaemon(true);
        server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        // Keys may have slashes, dots and percent signs. Paths lead to no file.
        http.setUriCompliance(UriCompliance.UNSAFE);
        http.setRequestHeaderSize(HEADER_BYTES);
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        http.setOutputBufferSize(16 << 10);
        HttpConnectionFactory plain = new HttpConnectionFactory(http);
        if (settings.isEncrypted()) {
            http.addCustomizer(new SecureRequestCustomizer(false));
            SslContextFactory.Server tls = new SslContextFactory.Server();
            tls.setSslContext(settings.tls().context());
            tls.setNeedClientAuth(settings.tls().trusted() != null);
            connector = new ServerConnector(server, 1, 1, new SslConnectionFactory(tls, plain.getProtocol()), plain);
        } else {
            connector = new ServerConnector(server, 1, 1, plain);
        }
        connector.setHost(settings.listener().host());
        connector.setPort(settings.listener().port());
        connector.setIdleTimeout(settings.stallMs());
        connector.setAcceptQueueSize(1024);
        clients = new Clients(settings.clients(), settings.requestMs(), settings.answerMs());
        connector.addBean(clients);
        server.addConnector(connector);
        answers = new Answers(settings.answers(), "answers");
        subscriptions = new Answers(settings.subscribers(), "streams of events");
        Access access = new Access(settings, advertised == null ? null : advertised.host());
        server.setHandler(new ServeHandler(
                routes(follower, local, peers, ldesPage, settings.isEncrypted() ? "https" : "http"),
                access,
                clients,
                answers,
                subscriptions,
                settings.bodyBytes()));
        follower.onChange(subscriptions::wake);
        sweeper = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "velella-serve-sweeper");
            thread.setDaemon(true);
            return thread;
        });
    }

    private static Routes routes(
            LogFollower follower, LocalGraphs local, PeerClient peers, int ldesPage, String scheme) {
        KeyLookup lookup = new KeyLookup(follower, local, peers);
        Map<String, Route> routes = new LinkedHashMap<>();
        AllGraphs all = new AllGraphs(follower, local, peers);
        routes.put("/graphs", new GraphsRoute(all));
        RegistryRoute registry = new RegistryRoute(follower, local, all);
        routes.put(RegistryRoute.ROOT, registry);
        routes.put(RegistryRoute.STREAM, registry);
        routes.put(GraphRoute.PATH, new GraphRoute(lookup));
        routes.put("/patches", new PatchesRoute(lookup, follower, local));
        LogNames names = new LogNames(follower, local);
        PatchLogRoute logs = new PatchLogRoute(lookup, names);
        LogCallsRoute calls = new LogCallsRoute(follower, local, names, logs);
        routes.put(LogCallsRoute.PATH, calls);
        routes.put(LogCallsRoute.ENCODED_PATH, calls);
        routes.put(PatchLogRoute.PATH, logs);
        routes.put("/ldes", new LdesRoute(lookup, ldesPage, scheme));
        routes.put(LeftOutRoute.PATH, new LeftOutRoute(follower, local, peers));
        routes.put("/openapi.json", new OpenApiRoute());
        routes.put(PeerRoute.PATH, new PeerRoute(local));
        HealthRoute health = new HealthRoute(follower);
        routes.put(HealthRoute.LIVE, health);
        routes.put(HealthRoute.READY, health);
        return new Routes(routes);
    }

    /**
     * Opens the socket.
     *
     * @throws HttpFailedException if the address cannot be used
     */
    public void start() {
        try {
            server.start();
        } catch (Exception e) {
            throw new HttpFailedException(
                    "cannot listen on " + connector.getHost() + ":" + connector.getPort() + " (serve.listener): "
                            + e.getMessage(),
                    e);
        }
        sweeping = sweeper.scheduleWithFixedDelay(this::sweep, SWEEP_MS, SWEEP_MS, TimeUnit.MILLISECONDS);
    }

    private void sweep() {
        clients.sweep();
        subscriptions.wake();
    }

    /** The port on which the service listens. */
    public int port() {
        return connector.getLocalPort();
    }

    /** Number of the answers that are being written. */
    public int answers() {
        return answers.count();
    }

    /** Number of the streams of events that are being written. */
    public int subscribers() {
        return subscriptions.count();
    }

    /** Ends the answers that are being written, and closes the socket. */
    @Override
    public void close() {
        if (sweeping != null) {
            sweeping.cancel(false);
        }
        sweeper.shutdownNow();
        peers.close();
        try {
            server.stop();
        } catch (Exception e) {
            throw new HttpFailedException("the server cannot be stopped: " + e.getMessage(), e);
        }
    }
}
