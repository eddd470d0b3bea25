package dev.velella.sink;

import dev.velella.kit.access.Tls;
import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.kit.http.ServerSettings;
import dev.velella.kit.options.Listener;
import dev.velella.sink.endpoint.EndpointOptions;
import dev.velella.sink.intake.TermPolicy;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.Target;
import dev.velella.sink.targets.embedded.QueryOptions;
import dev.velella.sink.view.RepairableStore;
import dev.velella.sink.view.RunningStore;
import dev.velella.sink.view.ServiceStore;
import dev.velella.sink.view.StoreView;
import dev.velella.sink.view.ViewTerms;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** Opens the store of a sink's configuration, for the task of the sink or for other programs. */
public final class SinkStores {
    private SinkStores() {}

    /**
     * Opens or makes the store for a task. A store behind HTTP is contacted later.
     *
     * @throws dev.velella.sink.error.StoreFailedException if the store cannot be opened
     */
    public static Target openForTask(RdfSinkConfig config) {
        // Without access to the cluster it cannot be proven that the topics can rebuild the store.
        boolean rebuild = config.rebuildsLostHistory() && ClusterOptions.isGiven(config.originals());
        return config.target().open(config, config.connectorName(), rebuild);
    }

    /**
     * Opens the store of a sink that does not run, or the store on a server to which a sink writes. If there is no
     * store in the directory, none is made. A server is not contacted yet.
     *
     * @param config configuration with the connector's name
     * @param timeout longest wait for a server
     * @throws dev.velella.sink.error.StoreInUseException if the store is in the worker and in use
     * @throws dev.velella.sink.error.StoreFailedException if there is no store, or it cannot be opened
     */
    public static RepairableStore open(RdfSinkConfig config, Duration timeout) {
        ViewTerms terms = new ViewTerms(
                TermPolicy.SKOLEM, capabilities -> new TermPolicy(capabilities, config.blankNodes())::admit);
        return config.target().view(config, config.connectorName(), terms, timeout);
    }

    /** The store of a sink behind a query service that needs no authentication. The service is not contacted yet. */
    public static StoreView remote(URI service, Duration timeout) {
        return new ServiceStore(service, timeout, TermPolicy.SKOLEM);
    }

    /**
     * The store of a running sink on this machine, read through its endpoint, with the endpoint's own certificate and
     * credentials; empty if the sink has no endpoint, or its port is unknown.
     *
     * @throws IllegalArgumentException if the files for TLS cannot be read; the message says why
     */
    public static Optional<StoreView> running(RdfSinkConfig config, Duration timeout) {
        ServerSettings server = QueryOptions.settings(config).server();
        Tls tls = server.tls();
        Tls trusting = new Tls(tls.own(), tls.trusted() == null ? null : tls.own());
        return endpoint(config).map(address -> new RunningStore(address, timeout, server.authentication(), trusting));
    }

    /**
     * Base address of the endpoint of a sink on this machine; empty if the sink has no endpoint, or its port is
     * unknown.
     */
    private static Optional<URI> endpoint(RdfSinkConfig config) {
        EndpointOptions endpoint = QueryOptions.settings(config);
        if (endpoint.server().listener().port() == 0) {
            return Optional.empty();
        }
        String bind = endpoint.server().listener().host();
        String host = bind.equals("0.0.0.0") || bind.equals("::") ? "localhost" : bind;
        return Optional.of(URI.create(endpoint.server().scheme() + "://"
                + new Listener(host, endpoint.server().listener().port())));
    }
}
