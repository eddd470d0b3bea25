package dev.velella.verify;

import dev.velella.failure.UserException;
import dev.velella.sink.RdfSinkConfig;
import dev.velella.sink.SinkStores;
import dev.velella.sink.store.StoreFailedException;
import dev.velella.sink.store.StoreInUseException;
import dev.velella.sink.view.RunningStore;
import dev.velella.sink.view.StoreView;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the way to the store of a sink: its directory, if no sink has it, else the endpoint
 * of the sink, or the server that it writes to. */
public final class StoreAccess {
    private static final String STOP = "stop the connector (PUT /connectors/NAME/stop of Connect's REST API)";

    private StoreAccess() {}

    /**
     * Opens a store for reading, and for repair if asked for.
     *
     * @param sink options of the connector, with its name
     * @param endpoint of the running sink; null to take what the configuration says, if the directory is in use
     * @param timeout longest wait for the endpoint
     * @param repair whether the store is to be changed
     * @throws StoreFailedException if there is no store, or it cannot be opened
     * @throws UserException if it is in use and there is no endpoint, or in use and to be changed
     * @throws org.apache.kafka.common.config.ConfigException if the configuration is no sink's
     */
    public static StoreView open(Map<String, String> sink, @Nullable URI endpoint, Duration timeout, boolean repair) {
        if (endpoint != null) {
            return new RunningStore(endpoint, timeout);
        }
        RdfSinkConfig config = new RdfSinkConfig(sink);
        if (SinkStores.isRemote(config)) {
            if (repair) {
                throw new UserException(
                        "a store behind HTTP is not repaired from here: apply the patch that --full writes"
                                + " while the connector is stopped");
            }
            return SinkStores.remote(config, timeout);
        }
        try {
            return SinkStores.open(config);
        } catch (StoreInUseException e) {
            if (repair) {
                throw new UserException(e.getMessage() + "; a store is repaired only while nobody uses it: " + STOP, e);
            }
            Optional<URI> running = SinkStores.endpoint(config);
            if (running.isEmpty()) {
                throw new UserException(
                        e.getMessage() + "; the configuration says no endpoint to read it at: " + STOP
                                + ", or give the address of its endpoint with --endpoint",
                        e);
            }
            return new RunningStore(running.get(), timeout);
        }
    }
}
