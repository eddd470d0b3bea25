package dev.velella.sink;

import dev.velella.sink.store.LmdbTarget;
import dev.velella.sink.store.MemoryTarget;
import dev.velella.sink.store.StoreFailedException;
import dev.velella.sink.store.Target;

/** Opens the store that a configuration asks for. */
final class Targets {
    private Targets() {}

    /**
     * Opens the store.
     *
     * @throws StoreFailedException if it cannot be opened
     */
    static Target open(RdfSinkConfig config) {
        return config.isLmdb()
                ? LmdbTarget.open(
                        config.targetDirectory(),
                        config.connectorName(),
                        config.lockTimeout(),
                        LmdbOptions.settings(config),
                        config.rebuildsLostHistory())
                : MemoryTarget.open(
                        config.targetDirectory(),
                        config.connectorName(),
                        config.lockTimeout(),
                        config.rebuildsLostHistory());
    }
}
