package dev.velella.verify;

import dev.velella.failure.UserException;
import dev.velella.sink.SinkStores;
import dev.velella.sink.error.StoreInUseException;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.view.RepairableStore;
import dev.velella.sink.view.RunningStore;
import dev.velella.sink.view.StoreView;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Opens the store of a sink: its directory if no sink uses it, else the endpoint of the sink, or the server that the
 * sink writes to.
 */
public final class StoreAccess {
    private static final String STOP = "stop the connector (PUT /connectors/NAME/stop of Connect's REST API)";

    private StoreAccess() {}

    /**
     * Opens a store for reading.
     *
     * @param sink options of the connector, with its name
     * @param endpoint endpoint of the running sink; if it is null and the directory is in use, the endpoint of the
     *     configuration is taken
     * @param timeout longest wait for the endpoint
     * @throws dev.velella.sink.error.StoreFailedException if there is no store, or it cannot be opened
     * @throws UserException if the store is in use and there is no endpoint
     * @throws org.apache.kafka.common.config.ConfigException if the configuration is not a sink's
     */
    public static StoreView open(Map<String, String> sink, @Nullable URI endpoint, Duration timeout) {
        if (endpoint != null) {
            return new RunningStore(endpoint, timeout);
        }
        RdfSinkConfig config = new RdfSinkConfig(sink);
        try {
            return repairable(config, timeout);
        } catch (StoreInUseException e) {
            Optional<StoreView> running = SinkStores.running(config, timeout);
            if (running.isEmpty()) {
                throw new UserException(
                        e.getMessage() + "; the configuration names no endpoint at which the store can be read: " + STOP
                                + ", or give the address of its endpoint with --endpoint",
                        e);
            }
            return running.get();
        }
    }

    /**
     * Opens a store for a repair.
     *
     * @param sink options of the connector, with its name
     * @param timeout longest wait for a store behind HTTP
     * @throws dev.velella.sink.error.StoreFailedException if there is no store, or it cannot be opened
     * @throws UserException if the store is an embedded store and in use
     * @throws org.apache.kafka.common.config.ConfigException if the configuration is no sink's
     */
    public static RepairableStore openForRepair(Map<String, String> sink, Duration timeout) {
        try {
            return repairable(new RdfSinkConfig(sink), timeout);
        } catch (StoreInUseException e) {
            throw new UserException(e.getMessage() + "; a store is repaired only while nobody uses it: " + STOP, e);
        }
    }

    private static RepairableStore repairable(RdfSinkConfig config, Duration timeout) {
        boolean onServer = !config.target().isInWorker();
        config.originalsStrings().forEach((option, value) -> {
            if (onServer && option.startsWith("target.") && value.contains("${")) {
                throw new UserException(
                        option + " names a config provider of the worker, which this command cannot ask: give a"
                                + " configuration with the value itself, in a file that only you can read");
            }
        });
        return SinkStores.open(config, timeout);
    }
}
