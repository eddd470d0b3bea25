package dev.velella.sink;

import dev.velella.sink.remote.RemoteTarget;
import dev.velella.sink.store.MemoryTarget;
import dev.velella.sink.store.StoreFailedException;
import dev.velella.sink.store.Target;

/** Opens the store that a configuration asks for. */
final class Targets {
    private Targets() {}

    /**
     * Opens the store; one behind HTTP is contacted later.
     *
     * @throws StoreFailedException if it cannot be opened
     */
    static Target open(RdfSinkConfig config) {
        return config.isRemote()
                ? RemoteTarget.of(RemoteOptions.settings(config), config.connectorName())
                : MemoryTarget.open(config.targetDirectory(), config.connectorName(), config.lockTimeout());
    }
}
