package dev.velella.serve.http;

import dev.velella.kit.http.ListenException;
import dev.velella.kit.http.Route;
import dev.velella.kit.http.Routes;
import dev.velella.kit.http.ServerSettings;
import dev.velella.kit.http.WebServer;
import dev.velella.serve.intake.LogFollower;
import dev.velella.serve.patchlog.LogNames;
import dev.velella.serve.select.AllGraphs;
import dev.velella.serve.select.LocalGraphs;
import java.util.LinkedHashMap;
import java.util.Map;

/** The service over HTTP: its routes. Owns the server. {@link #start} and {@link #close} are called once. */
public final class HttpService implements AutoCloseable {
    private final ServerSettings settings;
    private final WebServer server;
    private final PeerClient peers;

    /**
     * Makes the server; {@link #start} opens its socket.
     *
     * @param ldesPage versions of a stream on a page of an LDES
     */
    public HttpService(ServerSettings settings, LogFollower follower, LocalGraphs local, int ldesPage) {
        this.settings = settings;
        peers = new PeerClient(settings);
        server = new WebServer(settings, routes(follower, local, peers, ldesPage, settings.scheme()));
        follower.onChange(server::wake);
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
        return new Routes(routes, "/openapi.json says what is");
    }

    /**
     * Opens the socket.
     *
     * @throws HttpFailedException if the address cannot be used
     */
    public void start() {
        try {
            server.start();
        } catch (ListenException e) {
            throw new HttpFailedException(
                    "cannot listen on " + settings.listener() + " (serve.listener): " + e.getMessage(), e);
        }
    }

    /** Address of the service, without a path. */
    public String address() {
        return server.address();
    }

    /** The port on which the service listens. */
    public int port() {
        return server.port();
    }

    /** Number of the answers that are being written. */
    public int answers() {
        return server.answers();
    }

    /** Number of the streams of events that are being written. */
    public int subscribers() {
        return server.streams();
    }

    /** Ends the answers that are being written, and closes the socket. */
    @Override
    public void close() {
        peers.close();
        server.close();
    }
}
