package dev.velella.sink.embedded;

import dev.velella.sink.directory.OwnerOnly;
import dev.velella.sink.error.Causes;
import dev.velella.sink.error.StoreDamagedException;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.store.StoreChange;
import dev.velella.sink.store.SystemGraph;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.zip.ZipException;
import org.eclipse.rdf4j.common.exception.RDF4JException;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.base.SailSink;
import org.eclipse.rdf4j.sail.memory.WholeChangeWriter;

/** A MemoryStore and its file. A transaction changes the memory; a checkpoint writes the whole store to the file. */
public final class MemoryFiles implements EmbeddedStore {
    /** Name of the file that holds the store. */
    public static final String FILE = "memorystore.data";

    private final Path directory;
    private final CheckpointedMemoryStore store;
    private final SailRepository repository;
    private final WholeChangeWriter writer;

    /** The store's own copies of terms. They stay valid as long as the store is open. */
    private final OwnTerms terms;

    /** @param stores makes the store of a directory */
    MemoryFiles(Path directory, Function<Path, CheckpointedMemoryStore> stores) {
        this.directory = directory;
        this.store = stores.apply(directory);
        this.repository = new SailRepository(store);
        this.writer = new WholeChangeWriter(store);
        this.terms = new OwnTerms(writer::term);
    }

    @Override
    public void open() throws IOException {
        if (Files.exists(directory.resolve(LmdbFiles.FOLDER))) {
            throw new StoreFailedException(
                    directory
                            + " holds a store of target=lmdb; give target=memory a directory of its own (target.dir), in"
                            + " which a store is built from the topics",
                    null);
        }
        Path file = directory.resolve(FILE);
        if (Files.exists(file) && Files.size(file) == 0) { // MemoryStore would take this for an empty store
            throw new StoreDamagedException(
                    file + " is empty, so the store is lost; " + StoreDamagedException.wayOut(file), null);
        }
        try {
            repository.init();
            if (Files.exists(file)) {
                OwnerOnly.file(file); // a file of an earlier version may have another mode
            }
        } catch (RDF4JException e) {
            if (Causes.any(e, at -> at instanceof EOFException || at instanceof ZipException)) {
                throw new StoreDamagedException(
                        file + " is damaged: " + e + "; " + StoreDamagedException.wayOut(file), e);
            }
            throw e;
        }
    }

    @Override
    public boolean isWritable() {
        return store.isWritable();
    }

    @Override
    public RepositoryConnection connect() {
        return repository.getConnection();
    }

    @Override
    public StoredStatements stored() {
        return new StoredStatements(writer.statements(), terms);
    }

    @Override
    public void write(StoreChange change) {
        try (SailSink sink = writer.sink()) {
            for (StoreChange.Row row : change.rows()) {
                sink.deprecateByQuery(row.subject(), row.predicate(), null, new Resource[] {SystemGraph.GRAPH});
            }
            change.removes().forEach(sink::deprecate);
            change.adds().forEach(sink::approve);
            for (StoreChange.Row row : change.rows()) {
                sink.approve(row.statement());
            }
            change.namespaces().forEach(sink::setNamespace);
            sink.prepare();
            sink.flush();
        }
        terms.written();
        writer.changed();
    }

    @Override
    public boolean isDurableWhenWritten() {
        return false;
    }

    @Override
    public void checkpoint() throws IOException {
        store.checkpoint();
    }

    @Override
    public void shutDown() {
        if (repository.isInitialized()) {
            repository.shutDown();
        }
    }
}
