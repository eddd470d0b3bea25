package dev.velella.sink;

import dev.velella.sink.store.LmdbTarget;
import dev.velella.sink.store.MemoryTarget;
import dev.velella.sink.store.StoreFailedException;
import dev.velella.sink.store.Target;
import java.time.Duration;

/** Opens the store that a configuration asks for. */
final class Targets {
    private Targets() {}

    /**
     * Opens, or makes, the store.
     *
     * @param lockPatience how long to wait while another task or process still has it
     * @throws StoreFailedException if it cannot be opened
     */
    static Target open(RdfSinkConfig config, Duration lockPatience) {
        return config.isLmdb()
                ? LmdbTarget.open(
                        config.targetDirectory(),
                        config.connectorName(),
                        lockPatience,
                        LmdbOptions.settings(config),
                        config.rebuildsLostHistory())
                : MemoryTarget.open(
                        config.targetDirectory(),
                        config.connectorName(),
                        lockPatience,
                        config.rebuildsLostHistory());
    }
}
