package dev.velella.sink.embedded;

import dev.velella.sink.directory.DirectoryLock;
import dev.velella.sink.store.Capabilities;
import dev.velella.sink.versions.HistorySettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;

/**
 * An RDF4J MemoryStore in a directory. All statements are on the heap (310 to 400 bytes each), and each checkpoint
 * rewrites the whole file. The file holds the state after a whole batch, including the system graph.
 */
public final class MemoryTarget extends EmbeddedTarget {

    /**
     * Opens the store in a directory, or makes one there.
     *
     * @param directory directory of the store; made if it does not exist
     * @param connector name of the connector, under which offsets and chains are kept
     * @param lockPatience how long to wait while another task or process still has the directory
     * @throws dev.velella.sink.error.StoreFailedException if the directory is in use or not writable, or the store is
     *     damaged
     */
    public static MemoryTarget open(Path directory, String connector, Duration lockPatience) {
        return open(directory, connector, lockPatience, false);
    }

    /**
     * Opens the store in a directory, or makes one there, with a choice for damaged stores.
     *
     * @param rebuild whether an empty store replaces a damaged store; the damaged store is kept
     */
    public static MemoryTarget open(Path directory, String connector, Duration lockPatience, boolean rebuild) {
        return open(directory, connector, lockPatience, rebuild, HistorySettings.NONE);
    }

    /**
     * Opens the store in a directory, or makes one there, with a choice for damaged stores and for the history.
     *
     * @param rebuild whether an empty store replaces a damaged store; the damaged store is kept
     * @param history whether the history is kept
     */
    public static MemoryTarget open(
            Path directory, String connector, Duration lockPatience, boolean rebuild, HistorySettings history) {
        return opened(
                new MemoryTarget(
                        directory,
                        connector,
                        CheckpointedMemoryStore::new,
                        DirectoryLock.acquire(directory, lockPatience),
                        history),
                rebuild);
    }

    public static MemoryTarget open(
            Path directory, String connector, Duration lockPatience, Function<Path, CheckpointedMemoryStore> stores) {
        return opened(
                new MemoryTarget(
                        directory,
                        connector,
                        stores,
                        DirectoryLock.acquire(directory, lockPatience),
                        HistorySettings.NONE),
                false);
    }

    private MemoryTarget(
            Path directory,
            String connector,
            Function<Path, CheckpointedMemoryStore> stores,
            DirectoryLock lock,
            HistorySettings history) {
        super(directory, connector, MemoryFiles.FILE, place -> new MemoryFiles(place, stores, history), lock);
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.ALL;
    }
}
