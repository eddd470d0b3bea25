package dev.velella.sink;

import dev.velella.cluster.ClusterOptions;
import dev.velella.sink.embedded.LmdbTarget;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.options.LmdbOptions;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.options.RemoteOptions;
import dev.velella.sink.remote.RemoteTarget;
import dev.velella.sink.store.Target;
import java.time.Duration;

/** Opens the store that a configuration asks for. */
public final class Targets {
    private Targets() {}

    /** As {@link #open(RdfSinkConfig, Duration, boolean)}, with the configured patience. */
    public static Target open(RdfSinkConfig config) {
        // Without access to the cluster nobody could prove that the topics can build the store again.
        return open(
                config,
                config.lockTimeout(),
                config.rebuildsLostHistory() && ClusterOptions.isGiven(config.originals()));
    }

    /**
     * Opens, or makes, the store; one behind HTTP is contacted later.
     *
     * @param lockPatience how long to wait while another task or process still has an embedded store
     * @param rebuild whether an empty store takes the place of a damaged one, which is kept
     * @throws dev.velella.sink.error.StoreFailedException if it cannot be opened
     */
    public static Target open(RdfSinkConfig config, Duration lockPatience, boolean rebuild) {
        String connector = config.connectorName();
        if (config.isRemote()) {
            return RemoteTarget.of(RemoteOptions.settings(config), connector);
        }
        return config.isLmdb()
                ? LmdbTarget.open(
                        config.targetDirectory(), connector, lockPatience, LmdbOptions.settings(config), rebuild)
                : MemoryTarget.open(config.targetDirectory(), connector, lockPatience, rebuild);
    }
}
