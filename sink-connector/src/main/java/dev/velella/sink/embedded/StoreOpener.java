package dev.velella.sink.embedded;

import dev.velella.sink.error.StoreDamagedException;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.store.StoreChange;
import dev.velella.sink.store.SystemGraph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.eclipse.rdf4j.repository.RepositoryConnection;

/**
 * Opens the stores of one directory. It distinguishes damaged stores from stores that cannot be opened for another
 * reason.
 */
final class StoreOpener {
    private final Path directory;
    private final Path files;
    private final Function<Path, ? extends EmbeddedStore> stores;
    private final StoreSteps steps;
    private final RowReader rows;

    /**
     * @param files file or folder of the store in use, for messages
     * @param stores makes the store of a place; called at each opening
     */
    StoreOpener(
            Path directory,
            Path files,
            Function<Path, ? extends EmbeddedStore> stores,
            StoreSteps steps,
            RowReader rows) {
        this.directory = directory;
        this.files = files;
        this.stores = stores;
        this.steps = steps;
        this.rows = rows;
    }

    /** An open store and its figures. */
    record Opened(EmbeddedStore store, Progress progress) {}

    /**
     * Opens the store of a place, or makes one there.
     *
     * @throws StoreDamagedException if the store cannot be read
     * @throws StoreFailedException if the store cannot be opened for another reason
     */
    Opened open(Path place) {
        EmbeddedStore opening = stores.apply(place);
        boolean loaded = false;
        try {
            steps.run("open", opening::open);
            Opened opened = readable(opening);
            loaded = true;
            return opened;
        } finally {
            if (!loaded) {
                opening.shutDown();
            }
        }
    }

    /**
     * Reads the rows of a store that is being opened. If a transaction was torn, its rows of offsets cannot be read,
     * because every transaction writes them anew.
     */
    private Opened readable(EmbeddedStore opening) {
        try {
            String storeId = identify(opening);
            try (RepositoryConnection connection = opening.connect()) {
                return new Opened(opening, rows.progress(connection, storeId));
            }
        } catch (StoreDamagedException e) {
            throw new StoreDamagedException(
                    "the store in " + directory + ": " + e.getMessage() + "; " + StoreDamagedException.wayOut(files),
                    e);
        } catch (StoreFailedException e) {
            throw e;
        } catch (IOException e) {
            throw new StoreFailedException("cannot write to the store of " + directory + ": " + e, e);
        } catch (RuntimeException e) {
            throw new StoreDamagedException(
                    "the store in " + directory + " is damaged, or is none: " + e + "; "
                            + StoreDamagedException.wayOut(files),
                    e);
        }
    }

    /**
     * Refuses a store that a newer version has written. A store calls this as soon as its statements can be read, and before it
     * changes any.
     */
    static void refuseOtherLayout(EmbeddedStore opening, Path directory) {
        long layout;
        try (RepositoryConnection connection = opening.connect()) {
            layout = SystemGraph.readLong(connection, SystemGraph.GRAPH, SystemGraph.LAYOUT)
                    .orElse(SystemGraph.CURRENT_LAYOUT);
        } catch (RuntimeException e) {
            return; // a damaged store, as whoever reads its rows next will say
        }
        if (layout != SystemGraph.CURRENT_LAYOUT && layout != SystemGraph.EARLIER_LAYOUT) {
            throw new StoreFailedException(
                    "the store in " + directory + " has layout " + layout + "; this version knows layouts "
                            + SystemGraph.EARLIER_LAYOUT + " and " + SystemGraph.CURRENT_LAYOUT,
                    null);
        }
    }

    /** The id of a store. A store without an id gets one, which it keeps. */
    private String identify(EmbeddedStore opening) throws IOException {
        if (!opening.isWritable()) {
            throw new StoreFailedException("the store in " + directory + " is locked or not writable", null);
        }
        Optional<String> id;
        long layout;
        try (RepositoryConnection connection = opening.connect()) {
            layout = SystemGraph.readLong(connection, SystemGraph.GRAPH, SystemGraph.LAYOUT)
                    .orElse(SystemGraph.CURRENT_LAYOUT);
            id = SystemGraph.readStoreId(connection);
        }
        if (layout == SystemGraph.EARLIER_LAYOUT) {
            opening.write(StoreChange.ofRows(SystemGraph.layoutRows())); // durable with the next row
        }
        if (id.isPresent()) {
            return id.get();
        }
        String fresh = UUID.randomUUID().toString();
        opening.write(StoreChange.ofRows(SystemGraph.identityRows(fresh)));
        opening.checkpoint();
        return fresh;
    }
}
