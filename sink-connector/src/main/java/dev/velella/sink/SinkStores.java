package dev.velella.sink;

import dev.velella.cluster.ClusterOptions;
import dev.velella.sink.endpoint.EndpointOptions;
import dev.velella.sink.intake.TermPolicy;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.Target;
import dev.velella.sink.targets.embedded.QueryOptions;
import dev.velella.sink.view.RepairableStore;
import dev.velella.sink.view.ServiceStore;
import dev.velella.sink.view.StoreView;
import dev.velella.sink.view.ViewTerms;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** The stores that configurations of the sink name, for its task and for others. */
public final class SinkStores {
    private SinkStores() {}

    /**
     * Opens, or makes, the store for a task; one behind HTTP is contacted later.
     *
     * @throws dev.velella.sink.error.StoreFailedException if it cannot be opened
     */
    public static Target openForTask(RdfSinkConfig config) {
        // Without access to the cluster nobody could prove that the topics can build the store again.
        boolean rebuild = config.rebuildsLostHistory() && ClusterOptions.isGiven(config.originals());
        return config.target().open(config, config.connectorName(), rebuild);
    }

    /**
     * Opens the store of a sink that does not run, or the store on a server that it writes to. Nothing is made where there
     * is none; a server is asked nothing yet.
     *
     * @param config with the connector's name
     * @param timeout longest wait for a server
     * @throws dev.velella.sink.error.StoreInUseException if the store is in the worker, and in use
     * @throws dev.velella.sink.error.StoreFailedException if there is none, or it cannot be opened
     */
    public static RepairableStore open(RdfSinkConfig config, Duration timeout) {
        ViewTerms terms = new ViewTerms(
                TermPolicy.SKOLEM, capabilities -> new TermPolicy(capabilities, config.blankNodes())::admit);
        return config.target().view(config, config.connectorName(), terms, timeout);
    }

    /** The store of a sink behind a query service that needs no authentication. Asks nothing yet. */
    public static StoreView remote(URI service, Duration timeout) {
        return new ServiceStore(service, timeout, TermPolicy.SKOLEM);
    }

    /** Base address of the endpoint of a sink on this machine; empty if it has none, or on a port nobody knows. */
    public static Optional<URI> endpoint(RdfSinkConfig config) {
        EndpointOptions endpoint = QueryOptions.settings(config);
        if (!QueryOptions.isEnabled(config) || endpoint.port() == 0) {
            return Optional.empty();
        }
        String bind = endpoint.bind();
        String host = bind.equals("0.0.0.0") || bind.equals("::") ? "localhost" : bind;
        return Optional.of(
                URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + endpoint.port()));
    }
}
