package dev.velella.sink;

import dev.velella.sink.remote.RemoteTarget;
import dev.velella.sink.store.LmdbTarget;
import dev.velella.sink.store.MemoryTarget;
import dev.velella.sink.store.StoreFailedException;
import dev.velella.sink.store.Target;
import java.time.Duration;

/** Opens the store that a configuration asks for. */
final class Targets {
    private Targets() {}

    /** As {@link #open(RdfSinkConfig, Duration)}, with the configured patience. */
    static Target open(RdfSinkConfig config) {
        return open(config, config.lockTimeout());
    }

    /**
     * Opens, or makes, the store; one behind HTTP is contacted later.
     *
     * @param lockPatience how long to wait while another task or process still has an embedded store
     * @throws StoreFailedException if it cannot be opened
     */
    static Target open(RdfSinkConfig config, Duration lockPatience) {
        String connector = config.connectorName();
        if (config.isRemote()) {
            return RemoteTarget.of(RemoteOptions.settings(config), connector);
        }
        boolean rebuild = config.rebuildsLostHistory();
        return config.isLmdb()
                ? LmdbTarget.open(
                        config.targetDirectory(), connector, lockPatience, LmdbOptions.settings(config), rebuild)
                : MemoryTarget.open(config.targetDirectory(), connector, lockPatience, rebuild);
    }
}
