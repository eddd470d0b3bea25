package dev.velella.sink;

import dev.velella.sink.intake.TermPolicy;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.options.RemoteOptions;
import dev.velella.sink.remote.RemoteSettings;
import dev.velella.sink.store.Capabilities;
import dev.velella.sink.view.ClosedStore;
import dev.velella.sink.view.RemoteStore;
import dev.velella.sink.view.ServiceStore;
import dev.velella.sink.view.StoreView;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** The stores that configurations of the sink name, for others than its task. */
public final class SinkStores {
    private SinkStores() {}

    /**
     * Opens the store of a sink that does not run. Nothing is made where there is none.
     *
     * @param config with the connector's name
     * @throws dev.velella.sink.error.StoreInUseException if the store is in use
     * @throws dev.velella.sink.error.StoreFailedException if there is none, or it cannot be opened
     */
    public static ClosedStore open(RdfSinkConfig config) {
        return ClosedStore.open(config.targetDirectory(), () -> Targets.open(config, Duration.ZERO, false));
    }

    /** Whether the store is behind HTTP. */
    public static boolean isRemote(RdfSinkConfig config) {
        return config.isRemote();
    }

    /**
     * The store behind HTTP that a configuration names. Asks nothing yet.
     *
     * @param timeout longest wait for it
     * @throws dev.velella.sink.error.StoreFailedException if a key store cannot be read
     */
    public static RemoteStore remote(RdfSinkConfig config, Duration timeout) {
        RemoteSettings settings = RemoteOptions.settings(config);
        boolean rdf4j = settings.protocol() == RemoteSettings.Protocol.HTTP;
        Capabilities capabilities = new Capabilities(rdf4j && settings.tripleTerms(), rdf4j, false);
        TermPolicy terms = new TermPolicy(capabilities, config.blankNodes());
        return new RemoteStore(settings, timeout, TermPolicy.SKOLEM, terms::admit);
    }

    /** The store of a sink behind a query service that needs no authentication. Asks nothing yet. */
    public static StoreView remote(URI service, Duration timeout) {
        return new ServiceStore(service, timeout, TermPolicy.SKOLEM);
    }

    /** Base address of the endpoint of a sink on this machine; empty if it has none, or on a port nobody knows. */
    public static Optional<URI> endpoint(RdfSinkConfig config) {
        if (!config.endpointEnabled() || config.endpointPort() == 0) {
            return Optional.empty();
        }
        String bind = config.endpointBind();
        String host = bind.equals("0.0.0.0") || bind.equals("::") ? "localhost" : bind;
        return Optional.of(
                URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + config.endpointPort()));
    }
}
