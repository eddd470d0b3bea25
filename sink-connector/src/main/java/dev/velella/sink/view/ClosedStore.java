package dev.velella.sink.view;

import dev.velella.sink.directory.StorePlaces;
import dev.velella.sink.embedded.Repair;
import dev.velella.sink.embedded.StoreContent;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.query.Queryable;
import dev.velella.sink.store.StoreMoment;
import dev.velella.sink.store.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.eclipse.rdf4j.common.exception.RDF4JException;
import org.eclipse.rdf4j.model.Statement;

/**
 * The embedded store of a sink that does not run. This object opens the store and holds its lock until {@link #close}.
 */
public final class ClosedStore implements RepairableStore {

    private final Path directory;
    private final Target target;
    private final Queryable store;

    /**
     * Opens an existing store. Makes none.
     *
     * @param directory directory of the store
     * @param files name of the file or folder that holds the store there
     * @param opening opens the store
     * @throws dev.velella.sink.error.StoreInUseException if a running sink has the store open
     * @throws StoreFailedException if there is no store, or it cannot be opened
     */
    public static ClosedStore open(Path directory, String files, Supplier<? extends Target> opening) {
        if (!new StorePlaces(directory, files).holdsStore()) {
            throw new StoreFailedException(
                    "there is no store in " + directory + " (target.dir): has the connector ever run on this machine?",
                    null);
        }
        Target target = opening.get();
        if (target instanceof Queryable store) {
            return new ClosedStore(directory, target, store);
        }
        target.close();
        throw new IllegalStateException("not embedded: " + target.getClass());
    }

    private ClosedStore(Path directory, Target target, Queryable store) {
        this.directory = directory;
        this.target = target;
        this.store = store;
    }

    @Override
    public String place() {
        return directory.toString();
    }

    @Override
    public boolean isExclusive() {
        return true;
    }

    @Override
    public boolean hasDefaultGraph() {
        return true;
    }

    @Override
    public void read(StoreContent.Reader reader) throws IOException {
        try {
            StoreContent.read(store, reader);
        } catch (RDF4JException e) {
            throw new StoreFailedException("cannot read the store in " + directory + ": " + e, e);
        }
    }

    /** Repairs the store in one transaction. Nobody else can use the store meanwhile. */
    @Override
    public void repair(StoreMoment moment, List<Statement> deletes, List<Statement> adds) throws IOException {
        RepairCheck.run(this::read, moment, deletes, adds);
        Repair.apply(target, deletes, adds);
    }

    @Override
    public void close() {
        target.close();
    }
}
