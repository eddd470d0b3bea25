package dev.velella.sink.embedded;

import dev.velella.sink.directory.NativeFolder;
import dev.velella.sink.directory.OwnerOnly;
import dev.velella.sink.directory.StorePlaces;
import dev.velella.sink.error.Causes;
import dev.velella.sink.error.StoreDamagedException;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.query.HidingStrategyFactory;
import dev.velella.sink.query.QueryBudget;
import dev.velella.sink.query.ReadingConnection;
import dev.velella.sink.query.TurnLock;
import dev.velella.sink.store.CommitRecord;
import dev.velella.sink.store.StoreChange;
import dev.velella.sink.store.SystemGraph;
import dev.velella.sink.versions.HistoryPlace;
import dev.velella.sink.versions.HistorySettings;
import dev.velella.sink.versions.StoreHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.eclipse.rdf4j.collection.factory.api.CollectionFactory;
import org.eclipse.rdf4j.collection.factory.impl.DefaultCollectionFactory;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.query.QueryEvaluationException;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.RepositoryResult;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.base.SailSink;
import org.eclipse.rdf4j.sail.lmdb.GatedStatements;
import org.eclipse.rdf4j.sail.lmdb.LmdbStore;
import org.eclipse.rdf4j.sail.lmdb.ValueReads;
import org.eclipse.rdf4j.sail.lmdb.ValuesFirstWriter;
import org.eclipse.rdf4j.sail.lmdb.config.LmdbStoreConfig;
import org.jspecify.annotations.Nullable;

/**
 * An LmdbStore in the folder {@code lmdb} of a directory. A transaction is on disk when {@link #write} returns.
 *
 * <p>Measures against damage:
 * <ul>
 * <li>values are committed before statements ({@link ValuesFirstWriter});
 * <li>the maps have a fixed size, because RDF4J would commit half of a transaction to let them grow;
 * <li>readers and the writer exclude each other ({@link TurnLock});
 * <li>a reader's transaction ends with its connection ({@link ValueReads});
 * <li>prefixes are rows of the system graph, because RDF4J rewrites its file of prefixes in place;
 * <li>a new store is made in another folder, which is then renamed.
 * </ul>
 */
public final class LmdbFiles implements EmbeddedStore {
    /** Name of the folder that holds the store. */
    public static final String FOLDER = "lmdb";

    /** Errors of LMDB that mean damaged files. All other errors may have another reason. */
    private static final List<String> DAMAGE =
            List.of("MDB_INVALID", "MDB_CORRUPTED", "MDB_PAGE_NOTFOUND", "MDB_VERSION_MISMATCH");

    /** Queries of statements and terms that are in LMDB. */
    private static final HidingStrategyFactory GATED = new HidingStrategyFactory(GatedStatements::new);

    /** Value of the eviction interval with which no value is ever forgotten. */
    private static final long NEVER = -1;

    private final Path directory;
    private final LmdbSettings settings;
    private final HistorySettings historySettings;
    private final TurnLock turns = new TurnLock();
    private @Nullable SailRepository repository;
    private @Nullable ValuesFirstWriter writer;
    private @Nullable ValueReads reads;
    private @Nullable LmdbHistory history;

    LmdbFiles(Path directory, LmdbSettings settings, HistorySettings historySettings) {
        this.directory = directory;
        this.settings = settings;
        this.historySettings = historySettings;
    }

    @Override
    public void open() throws IOException {
        if (Files.exists(directory.resolve(MemoryFiles.FILE))) {
            throw new StoreFailedException(
                    directory
                            + " holds a store of target=memory; give target=lmdb a directory of its own (target.dir), in"
                            + " which a store is built from the topics",
                    null);
        }
        try {
            openFiles();
        } catch (RuntimeException e) {
            if (DAMAGE.stream().anyMatch(error -> Causes.mention(e, error))) {
                throw new StoreDamagedException(
                        "the store in " + directory + " is damaged: " + e + "; "
                                + StoreDamagedException.wayOut(directory.resolve(FOLDER)),
                        e);
            }
            throw e;
        } catch (LinkageError e) {
            throw new StoreFailedException(
                    "there is no LMDB for this platform (" + System.getProperty("os.name") + ", "
                            + System.getProperty("os.arch") + "): it comes for Linux and macOS on x86-64 and aarch64,"
                            + " and unpacks its libraries into " + NativeFolder.of(directory)
                            + " or else java.io.tmpdir, one of which has to allow to load them: " + e,
                    e);
        }
    }

    private void openFiles() throws IOException {
        Path files = directory.resolve(FOLDER);
        NativeFolder.use(directory);
        if (!Files.exists(files)) {
            make(files);
        }
        deleteLeftOvers(files);
        OwnerOnly.tree(files);
        SailRepository opened = new SailRepository(new Store(files, settings, historySettings.kept()));
        opened.init();
        OwnerOnly.tree(files); // including new files
        repository = opened;
        writer = new ValuesFirstWriter((LmdbStore) opened.getSail());
        reads = new ValueReads((LmdbStore) opened.getSail());
        StoreOpener.refuseOtherLayout(this, directory);
        bindPrefixes();
        if (isWritable()) {
            openHistory((LmdbStore) opened.getSail());
        }
    }

    /**
     * Makes an empty store in another folder and renames it, so that a half-made store is never taken for a damaged
     * store.
     */
    private void make(Path files) throws IOException {
        Path aside = directory.resolve("lmdb.new");
        StorePlaces.delete(aside);
        OwnerOnly.directory(aside);
        SailRepository made = new SailRepository(new Store(aside, settings, historySettings.kept()));
        made.init();
        made.shutDown();
        Files.move(aside, files, StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Deletes the temporary sets of a process that was killed, and the file of prefixes, which are in the system graph
     * instead.
     */
    private static void deleteLeftOvers(Path files) throws IOException {
        List<Path> leftOvers = new ArrayList<>();
        try (Stream<Path> entries = Files.list(files)) {
            entries.filter(entry -> entry.getFileName().toString().startsWith("set"))
                    .forEach(leftOvers::add);
        }
        for (Path leftOver : leftOvers) {
            StorePlaces.delete(leftOver);
        }
        Files.deleteIfExists(files.resolve("namespaces.dat"));
    }

    private void bindPrefixes() throws IOException {
        Map<String, String> namespaces = new HashMap<>();
        try (RepositoryConnection connection = connect();
                RepositoryResult<Statement> rows =
                        connection.getStatements(null, SystemGraph.NAMESPACE, null, false, SystemGraph.GRAPH)) {
            rows.forEach(row -> namespaces.put(
                    SystemGraph.prefixOf(row.getSubject()), row.getObject().stringValue()));
        }
        if (!namespaces.isEmpty()) {
            writing(() -> {
                try (SailSink sink = writer().sink()) {
                    namespaces.forEach(sink::setNamespace);
                    writer().commit(sink);
                }
            });
        }
    }

    /** A step that writes a transaction. */
    private interface Writing {
        void run() throws IOException;
    }

    /**
     * Writes one transaction while nobody reads. If it fails, both transactions of LMDB are ended before the next reader comes, which would
     * use them.
     */
    private void writing(Writing step) throws IOException {
        TurnLock.Turn turn = turns.alone();
        try (turn) {
            boolean written = false;
            try {
                step.run();
                written = true;
            } finally {
                if (!written) {
                    writer().abandon();
                }
            }
        } catch (RuntimeException | IOException e) {
            if (Causes.mention(e, "MDB_MAP_FULL")) {
                throw full(e);
            }
            throw e;
        }
    }

    private void openHistory(LmdbStore store) throws IOException {
        HistoryPlace place;
        try (RepositoryConnection connection = connect()) {
            place = HistoryPlace.parse(SystemGraph.readHistory(connection));
        }
        if (historySettings.kept()) {
            LmdbHistory opened = new LmdbHistory(store, this::reader, historySettings);
            if (!place.isKept() || !opened.place().equals(place)) {
                writing(() -> {
                    opened.begin(writer(), place);
                });
            }
            history = opened;
        } else if (place.isKept()) {
            write(StoreChange.ofRows(
                    List.of(SystemGraph.historyRow(place.ended().format()))));
        }
    }

    @Override
    public Optional<StoreHistory> history() {
        return Optional.ofNullable(history).map(LmdbHistory::versions);
    }

    @Override
    public Optional<RepositoryConnection> connect(long commit) {
        return history()
                .flatMap(kept -> kept.read(commit))
                .map(reading -> AsOfSail.connect(reading, writer().statistics(), GATED));
    }

    @Override
    public boolean isWritable() {
        return repository().isWritable();
    }

    @Override
    public RepositoryConnection connect() {
        SailRepository open = repository();
        TurnLock.Turn turn = reader();
        boolean connected = false;
        try {
            RepositoryConnection connection = new ReadingConnection(open, open.getConnection(), turn);
            connected = true;
            return connection;
        } finally {
            if (!connected) {
                turn.close();
            }
        }
    }

    /** Begins the turn of a reader. Its end is also the end of the transaction in which its thread read values. */
    private TurnLock.Turn reader() {
        ValueReads begun = Objects.requireNonNull(reads);
        TurnLock.Turn turn = turns.shared(QueryBudget.current());
        return () -> {
            try {
                begun.end();
            } finally {
                turn.close();
            }
        };
    }

    @Override
    public StoredStatements stored() {
        return new StoredStatements(writer().statements(), new OwnTerms(writer()::term));
    }

    @Override
    public void write(StoreChange change) throws IOException {
        CommitRecord commit = change.commit();
        LmdbHistory kept = history;
        List<Statement> rows = new ArrayList<>();
        if (kept != null && commit != null) {
            rows.add(kept.row(commit));
        }
        change.rows().forEach(row -> rows.add(row.statement()));
        change.namespaces()
                .forEach((prefix, namespace) ->
                        rows.add(SystemGraph.namespaceRow(prefix, namespace).statement()));
        writing(() -> write(change, rows, kept, commit));
    }

    private void write(
            StoreChange change, List<Statement> rows, @Nullable LmdbHistory kept, @Nullable CommitRecord commit)
            throws IOException {
        writer().storeValues(List.of(change.adds(), rows));
        try (SailSink sink = writer().sink()) {
            for (Statement row : rows) {
                sink.deprecateByQuery(row.getSubject(), row.getPredicate(), null, new Resource[] {SystemGraph.GRAPH});
            }
            for (Statement statement : change.removes()) {
                sink.deprecate(statement);
            }
            for (Statement statement : change.adds()) {
                sink.approve(statement);
            }
            for (Statement row : rows) {
                sink.approve(row);
            }
            change.namespaces().forEach(sink::setNamespace);
            if (kept != null && commit != null) {
                kept.write(commit, change.removes(), change.adds());
            }
            writer().commit(sink);
        }
        if (kept != null && commit != null) {
            kept.committed();
        }
    }

    private StoreFailedException full(Exception fault) {
        return new StoreFailedException(
                "the store in " + directory + " is full: its statements or their values take more than "
                        + settings.mapSizeBytes() + " bytes; raise lmdb.map.size.bytes",
                fault);
    }

    @Override
    public boolean isDurableWhenWritten() {
        return true;
    }

    @Override
    public void checkpoint() {
        // nothing to do, because every transaction is durable
    }

    @Override
    public void shutDown() {
        SailRepository open = repository;
        if (open != null) {
            repository = null;
            writer = null;
            reads = null;
            history = null;
            turns.close(open::shutDown);
        }
    }

    private SailRepository repository() {
        SailRepository open = repository;
        if (open == null) {
            throw new StoreFailedException("the store in " + directory + " is not open", null);
        }
        return open;
    }

    private ValuesFirstWriter writer() {
        ValuesFirstWriter open = writer;
        if (open == null) {
            throw new StoreFailedException("the store in " + directory + " is not open", null);
        }
        return open;
    }

    /** The RDF4J store. Its queries do not see the reserved graphs and cannot use SERVICE. */
    private static final class Store extends LmdbStore {
        Store(Path files, LmdbSettings settings, boolean keepsValues) {
            super(files.toFile(), config(settings, keepsValues));
            setConnectionTimeOut(1_000); // ms that shutdown waits for queries
            setEvaluationStrategyFactory(GATED);
            setFederatedServiceResolver(url -> {
                throw new QueryEvaluationException("SERVICE is not offered");
            });
        }

        private static LmdbStoreConfig config(LmdbSettings settings, boolean keepsValues) {
            LmdbStoreConfig config = new LmdbStoreConfig(settings.indexes());
            config.setForceSync(true);
            config.setAutoGrow(false);
            config.setTripleDBSize(settings.mapSizeBytes());
            config.setValueDBSize(settings.mapSizeBytes());
            config.setValueEvictionInterval(keepsValues ? NEVER : settings.valueEvictionIntervalMs());
            config.setValueCacheSize(1 << 14);
            config.setValueIDCacheSize(1 << 16);
            config.setNamespaceCacheSize(1 << 10);
            config.setNamespaceIDCacheSize(1 << 10);
            return config;
        }

        /** Collections on the heap, like in MemoryStore. */
        @Override
        public Supplier<CollectionFactory> getCollectionFactory() {
            return DefaultCollectionFactory::new;
        }
    }
}
