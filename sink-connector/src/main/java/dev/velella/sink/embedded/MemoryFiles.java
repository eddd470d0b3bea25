package dev.velella.sink.embedded;

import dev.velella.sink.directory.OwnerOnly;
import dev.velella.sink.error.Causes;
import dev.velella.sink.error.StoreDamagedException;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.query.HidingStrategyFactory;
import dev.velella.sink.store.CommitRecord;
import dev.velella.sink.store.StoreChange;
import dev.velella.sink.store.SystemGraph;
import dev.velella.sink.versions.HeapHistory;
import dev.velella.sink.versions.HistoryPlace;
import dev.velella.sink.versions.HistorySettings;
import dev.velella.sink.versions.StoreHistory;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.eclipse.rdf4j.common.exception.RDF4JException;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.RepositoryResult;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.base.SailSink;
import org.eclipse.rdf4j.sail.memory.WholeChangeWriter;
import org.jspecify.annotations.Nullable;

/** A MemoryStore and its file. A transaction changes the memory; a checkpoint writes the whole store to the file. */
public final class MemoryFiles implements EmbeddedStore {
    /** Name of the file that holds the store. */
    public static final String FILE = "memorystore.data";

    /** Bytes of RDF4J's file before what is compressed: a mark, and the number of the form. */
    private static final int HEAD_BYTES = 5;

    private final Path directory;
    private final CheckpointedMemoryStore store;
    private final SailRepository repository;
    private final WholeChangeWriter writer;

    /** The store's own copies of terms. They stay valid as long as the store is open. */
    private final OwnTerms terms;

    private final HistorySettings settings;
    private @Nullable HeapHistory history;

    /** @param stores makes the store of a directory */
    MemoryFiles(Path directory, Function<Path, CheckpointedMemoryStore> stores, HistorySettings settings) {
        this.directory = directory;
        this.settings = settings;
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
            if (Files.exists(file)) {
                readWhole(file);
            }
            repository.init();
            StoreOpener.refuseOtherLayout(this, directory);
            if (Files.exists(file)) {
                OwnerOnly.file(file); // a file of an earlier version may have another mode
            }
            if (isWritable()) {
                openHistory();
            }
        } catch (EOFException | ZipException e) {
            throw damaged(file, e);
        } catch (RDF4JException e) {
            if (Causes.any(e, at -> at instanceof EOFException || at instanceof ZipException)) {
                throw damaged(file, e);
            }
            throw e;
        }
    }

    private static StoreDamagedException damaged(Path file, Exception why) {
        return new StoreDamagedException(file + " is damaged: " + why + "; " + StoreDamagedException.wayOut(file), why);
    }

    /**
     * Reads the file to its end, where its checksum is compared. RDF4J reads only to the mark before it, so it takes a file in
     * which a text was changed.
     */
    private static void readWhole(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            in.skipNBytes(HEAD_BYTES);
            new GZIPInputStream(in, 1 << 16).transferTo(OutputStream.nullOutputStream());
        }
    }

    /** RDF4J 5.2 ends a reading early, without an error, if its thread is interrupted; also that of what is to be removed. */
    private void refuseIfInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new StoreFailedException("interrupted while the store in " + directory + " was read", null);
        }
    }

    private void openHistory() throws IOException {
        HistoryPlace place;
        try (RepositoryConnection connection = connect()) {
            place = HistoryPlace.parse(SystemGraph.readHistory(connection));
            if (settings.kept()) {
                try (RepositoryResult<Statement> all = connection.getStatements(null, null, null, false)) {
                    history = HeapHistory.open(
                            directory, place, settings, StoreContent.data(all), System.currentTimeMillis());
                }
                refuseIfInterrupted();
            }
        }
        HistoryPlace after = history == null ? place.ended() : history.place();
        if (!after.equals(place)) {
            write(StoreChange.ofRows(List.of(SystemGraph.historyRow(after.format()))));
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
    public Optional<StoreHistory> history() {
        return Optional.ofNullable(history);
    }

    @Override
    public Optional<RepositoryConnection> connect(long commit) {
        return history()
                .flatMap(kept -> kept.read(commit))
                .map(reading -> AsOfSail.connect(reading, writer.statistics(), HidingStrategyFactory.PLAIN));
    }

    @Override
    public StoredStatements stored() {
        return new StoredStatements(writer.statements(), terms);
    }

    @Override
    public void write(StoreChange change) throws IOException {
        CommitRecord commit = change.commit();
        HeapHistory kept = history;
        try (SailSink sink = writer.sink()) {
            List<StoreChange.Row> rows = new ArrayList<>(change.rows());
            if (kept != null && commit != null) {
                rows.add(SystemGraph.historyRow(kept.placeOf(commit).format()));
            }
            for (StoreChange.Row row : rows) {
                sink.deprecateByQuery(row.subject(), row.predicate(), null, new Resource[] {SystemGraph.GRAPH});
            }
            change.removes().forEach(sink::deprecate);
            change.adds().forEach(sink::approve);
            for (StoreChange.Row row : rows) {
                sink.approve(row.statement());
            }
            change.namespaces().forEach(sink::setNamespace);
            refuseIfInterrupted();
            sink.prepare();
            sink.flush();
        }
        terms.written();
        writer.changed();
        if (kept != null && commit != null) {
            kept.commit(commit, change.removes(), change.adds());
        }
    }

    @Override
    public boolean isDurableWhenWritten() {
        return false;
    }

    @Override
    public void checkpoint() throws IOException {
        HeapHistory kept = history;
        if (kept != null) {
            kept.sync();
        }
        store.checkpoint();
        if (kept != null) {
            kept.madeDurable();
        }
    }

    @Override
    public void shutDown() {
        if (repository.isInitialized()) {
            repository.shutDown();
        }
        HeapHistory kept = history;
        if (kept != null) {
            history = null;
            kept.close();
        }
    }
}
