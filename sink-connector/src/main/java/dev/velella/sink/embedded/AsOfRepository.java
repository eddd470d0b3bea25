package dev.velella.sink.embedded;

import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.query.Queryable;
import dev.velella.sink.versions.StoreHistory;
import java.io.File;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.base.AbstractRepository;
import org.jspecify.annotations.Nullable;

/**
 * A store as it was after one commit, as a repository of RDF4J for other programs. It can only be read. Each connection
 * keeps the commit from being forgotten until the connection is closed. The store belongs to the caller, and must be
 * open as long as connections are. Thread-safe.
 */
public final class AsOfRepository extends AbstractRepository {
    private final Queryable store;
    private final long commit;

    /** @param commit number of a commit of the store's {@link StoreHistory#commits history} */
    public AsOfRepository(Queryable store, long commit) {
        this.store = store;
        this.commit = commit;
    }

    /**
     * Opens a connection to the state after the commit.
     *
     * @throws StoreFailedException if the store keeps no history, or its history does not have the commit
     */
    @Override
    public RepositoryConnection getConnection() {
        return store.connect(commit)
                .orElseThrow(() -> new StoreFailedException(
                        store.history()
                                .map(StoreHistory::commits)
                                .map(commits -> "the history has no commit " + commit + "; it has " + commits.first()
                                        + " to " + commits.last())
                                .orElse("the store keeps no history"),
                        null));
    }

    @Override
    protected void initializeInternal() {
        // the store is open
    }

    @Override
    protected void shutDownInternal() {
        // the store belongs to the caller
    }

    @Override
    public void setDataDir(File directory) {
        throw new UnsupportedOperationException("the store has a directory");
    }

    @Override
    public @Nullable File getDataDir() {
        return null;
    }

    @Override
    public boolean isWritable() {
        return false;
    }

    @Override
    public ValueFactory getValueFactory() {
        return SimpleValueFactory.getInstance();
    }
}
