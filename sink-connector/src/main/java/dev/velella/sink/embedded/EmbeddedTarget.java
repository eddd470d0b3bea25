package dev.velella.sink.embedded;

import dev.velella.bounded.BoundedMap;
import dev.velella.rdf.GraphHash;
import dev.velella.sink.directory.DirectoryLock;
import dev.velella.sink.directory.StorePlaces;
import dev.velella.sink.error.StaleClaimException;
import dev.velella.sink.error.StoreDamagedException;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.query.Queryable;
import dev.velella.sink.store.Batch;
import dev.velella.sink.store.Changes;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PartitionOffsets;
import dev.velella.sink.store.StoreChange;
import dev.velella.sink.store.StoreStatus;
import dev.velella.sink.store.StoreWaits;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.SystemGraph;
import dev.velella.sink.store.SystemRows;
import dev.velella.sink.store.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.RepositoryResult;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store in a directory of this process. One directory serves one task of one process at a time.
 *
 * <p>Invariants: the files hold the state after some whole batch, system graph included. {@code trusted} says that what
 * readers see does too; a transaction that fails leaves it false, and then nothing is written until {@link #reopen} has
 * read the files again.
 *
 * <p>The sink's thread calls everything but {@link Queryable}, whose methods any thread may call.
 */
public abstract class EmbeddedTarget implements Target, Queryable {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedTarget.class);

    /** Most streams whose places are remembered; the one used longest ago is forgotten first. */
    private static final int REMEMBERED_STREAMS = 10_000;

    private final Path directory;
    private final SystemGraph system;
    private final Function<Path, ? extends EmbeddedStore> stores;
    private final StorePlaces places;
    private final DirectoryLock lock;
    private final StoreWaits waits = new StoreWaits();

    /** What was read or written of the rows of streams, of which this is the only writer; forgotten with the store. */
    private final Map<StreamId, Optional<StreamState>> chains = new BoundedMap<>(REMEMBERED_STREAMS);

    /** What is written to: the store in use, or the one that is built beside it. */
    private volatile @Nullable EmbeddedStore store;

    /** The store in use, which queries see while another is built beside it; else null. */
    private volatile @Nullable EmbeddedStore shown;

    private Progress progress = Progress.NONE;
    private volatile StoreStatus status = Progress.NONE.status();
    private Changes lastChanges = new Changes(0, 0);
    private boolean trusted;
    private boolean closed;

    /**
     * A target that is to be opened.
     *
     * @param files name of what holds a store in its directory
     * @param stores makes the store of a directory, again and again
     * @param lock of the directory; goes with the target
     */
    EmbeddedTarget(
            Path directory,
            String connector,
            String files,
            Function<Path, ? extends EmbeddedStore> stores,
            DirectoryLock lock) {
        this.directory = directory;
        this.system = new SystemGraph(connector);
        this.stores = stores;
        this.places = new StorePlaces(directory, files);
        this.lock = lock;
    }

    /**
     * Opens a new target; one that cannot be opened gives the directory back.
     *
     * @param rebuild whether an empty store takes the place of a damaged one, which is kept
     */
    static <T extends EmbeddedTarget> T opened(T target, boolean rebuild) {
        boolean loaded = false;
        try {
            ((EmbeddedTarget) target).load(rebuild);
            loaded = true;
            return target;
        } finally {
            if (!loaded) {
                ((EmbeddedTarget) target).abandon();
            }
        }
    }

    private void load(boolean rebuild) {
        attempt("settle", () -> {
            places.settle();
            return true;
        });
        try {
            load();
        } catch (StoreDamagedException e) {
            if (!rebuild) {
                throw e;
            }
            Optional<Path> kept = attempt("keep what is", places::keep);
            LOG.warn("An empty store takes the place of a damaged one, which is kept in {}", kept.orElse(directory), e);
            load();
        }
    }

    private void load() {
        chains.clear();
        EmbeddedStore opening = stores.apply(shown == null ? directory : places.beside());
        boolean loaded = false;
        try {
            attempt("open", () -> {
                opening.open();
                return true;
            });
            progress = readable(() -> read(opening, identify(opening)));
            loaded = true;
        } finally {
            if (!loaded) {
                opening.shutDown();
            }
        }
        store = opening;
        showProgress();
        trusted = true;
    }

    /** Queries see the store that is written to, but while it is built beside another. */
    private void showProgress() {
        if (shown == null) {
            status = progress.status();
        }
    }

    /**
     * The rows of offsets are new in every transaction. So where one is torn, it is they that cannot be read.
     *
     * @throws StoreDamagedException if they cannot
     */
    private <T> T readable(Step<T> reading) {
        Path files = places.used();
        try {
            return reading.run();
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

    private void abandon() {
        closed = true;
        lock.close();
    }

    /** The store's id; a store without one gets one, and keeps it from now on. */
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
            opening.write(StoreChange.ofRows(SystemGraph.layoutRows())); // durable with the first row of this layout
        } else if (layout != SystemGraph.CURRENT_LAYOUT) {
            String message = "the store in " + directory + " has layout " + layout + "; this version knows layouts "
                    + SystemGraph.EARLIER_LAYOUT + " and " + SystemGraph.CURRENT_LAYOUT;
            throw new StoreFailedException(message, null);
        }
        if (id.isPresent()) {
            return id.get();
        }
        String fresh = UUID.randomUUID().toString();
        opening.write(StoreChange.ofRows(SystemGraph.identityRows(fresh)));
        opening.checkpoint();
        return fresh;
    }

    private Progress read(EmbeddedStore opening, String storeId) {
        try (RepositoryConnection connection = opening.connect()) {
            Map<PartitionId, PartitionOffsets> offsets = new HashMap<>();
            try (RepositoryResult<Statement> rows =
                    connection.getStatements(null, SystemGraph.NEXT_OFFSET, null, false, SystemGraph.GRAPH)) {
                for (Statement row : rows) {
                    system.partitionOf(row.getSubject())
                            .ifPresent(id -> offsets.put(
                                    id, system.readClaim(connection, id).offsets()));
                }
            }
            long streams = 0;
            try (RepositoryResult<Statement> rows =
                    connection.getStatements(null, SystemGraph.PATCH_POSITION, null, false, SystemGraph.GRAPH)) {
                for (Statement row : rows) {
                    streams += system.isStream(row.getSubject()) ? 1 : 0;
                }
            }
            long statements = SystemGraph.readLong(connection, SystemGraph.GRAPH, SystemGraph.STATEMENTS)
                    .orElseGet(() -> connection.size() - connection.size(SystemGraph.GRAPH));
            return new Progress(storeId, offsets, statements, streams);
        }
    }

    @Override
    public String storeId() {
        return progress.storeId();
    }

    @Override
    public Map<PartitionId, Claim> claim(Collection<PartitionId> partitions) {
        return change("claim partitions", (connection, stored) -> BatchPlan.claim(system, connection, partitions));
    }

    @Override
    public Map<PartitionId, Claim> apply(Batch batch) {
        boolean applied = false;
        try {
            Map<PartitionId, Claim> claims = change(
                    "apply a batch",
                    (connection, stored) -> BatchPlan.apply(system, connection, stored, this::chain, batch));
            batch.chains().forEach((stream, state) -> chains.put(stream, Optional.of(state)));
            applied = true;
            return claims;
        } finally {
            if (!applied) {
                chains.clear();
            }
        }
    }

    /** Counts the statements, after a change that was not a sink's. */
    void recount() {
        progress.counted(attempt("count", () -> {
            try (RepositoryConnection connection = open().connect()) {
                return connection.size() - connection.size(SystemGraph.GRAPH);
            }
        }));
        change(
                "keep the number of statements",
                (connection, stored) -> new BatchPlan(StoreChange.ofRows(List.of()), Map.of(), 0));
    }

    @Override
    public Map<String, String> topicIds() {
        return attempt("read", () -> {
            Map<String, String> ids = new HashMap<>();
            try (RepositoryConnection connection = open().connect();
                    RepositoryResult<Statement> rows =
                            connection.getStatements(null, SystemGraph.TOPIC_ID, null, false, SystemGraph.GRAPH)) {
                rows.forEach(row -> system.topicOf(row.getSubject())
                        .ifPresent(topic -> ids.put(topic, row.getObject().stringValue())));
            }
            return ids;
        });
    }

    @Override
    public void keepTopicIds(Map<String, String> ids) {
        List<StoreChange.Row> rows = new ArrayList<>();
        ids.forEach((topic, id) -> rows.add(system.topicRow(topic, id)));
        change("keep topic ids", (connection, stored) -> new BatchPlan(StoreChange.ofRows(rows), Map.of(), 0));
    }

    private Map<PartitionId, Claim> change(
            String purpose, BiFunction<RepositoryConnection, StoredStatements, BatchPlan> planning) {
        if (!trusted) {
            throw new StoreFailedException("the store in " + directory + " failed and must be reopened", null);
        }
        EmbeddedStore open = open();
        BatchPlan plan = attempt(purpose, () -> {
            try (RepositoryConnection connection = open.connect();
                    StoredStatements stored = open.stored()) {
                return planning.apply(connection, stored);
            }
        });
        long statements = progress.statements() + plan.change().growth();
        trusted = false;
        attempt(purpose, () -> {
            open.write(plan.change().with(SystemGraph.statementsRow(statements)));
            return true;
        });
        progress.advance(plan);
        lastChanges =
                new Changes(plan.change().removes().size(), plan.change().adds().size());
        if (open.isDurableWhenWritten()) {
            progress.madeDurable();
        }
        showProgress();
        trusted = true;
        return plan.claims();
    }

    @Override
    public Optional<StreamState> chain(StreamId stream) {
        Optional<StreamState> known = chains.get(stream);
        if (known == null) {
            known = attempt("read", () -> {
                try (RepositoryConnection connection = open().connect()) {
                    return system.readChain(connection, stream);
                }
            });
            chains.put(stream, known);
        }
        return known;
    }

    @Override
    public Collection<Statement> statements(IRI graph) {
        return attempt("read", () -> {
            try (RepositoryConnection connection = open().connect();
                    RepositoryResult<Statement> found = connection.getStatements(null, null, null, false, graph)) {
                return found.stream().toList();
            }
        });
    }

    @Override
    public Optional<Changes> lastChanges() {
        return Optional.of(lastChanges);
    }

    @Override
    public boolean isCheckpointNeeded() {
        return trusted && !progress.isDurable();
    }

    @Override
    public void checkpoint() {
        if (trusted) {
            EmbeddedStore open = open();
            attempt("checkpoint", () -> {
                open.checkpoint();
                return true;
            });
            progress.madeDurable();
            showProgress();
        }
    }

    @Override
    public Map<PartitionId, PartitionOffsets> durableOffsets() {
        return progress.durable();
    }

    @Override
    public StoreWaits waits() {
        return waits;
    }

    @Override
    public Map<PartitionId, PartitionOffsets> appliedOffsets(Collection<PartitionId> partitions) {
        Map<PartitionId, PartitionOffsets> offsets = new HashMap<>(progress.applied());
        offsets.keySet().retainAll(Set.copyOf(partitions));
        return offsets;
    }

    @Override
    public void reopen() {
        shutDown();
        load();
    }

    @Override
    public void buildBeside() {
        if (shown == null) {
            checkpoint();
            shown = open();
        } else {
            shutDown(); // begins again
        }
        store = null;
        attempt("make a place beside", places::clearBeside);
        load();
    }

    @Override
    public Optional<Path> exchange() {
        checkpoint();
        shutDown();
        EmbeddedStore before = shown;
        if (before == null) {
            throw new IllegalStateException("no store is built beside that in " + directory);
        }
        return attempt("exchange", () -> {
            before.shutDown();
            shown = null;
            return places.exchange();
        });
    }

    @Override
    public Map<StreamId, StreamState> chains() {
        return attempt("read", () -> {
            Map<StreamId, StreamState> found = new HashMap<>();
            try (RepositoryConnection connection = open().connect();
                    RepositoryResult<Statement> rows = connection.getStatements(
                            null, SystemGraph.PATCH_POSITION, null, false, SystemGraph.GRAPH)) {
                rows.forEach(row -> system.streamOf(row.getSubject())
                        .ifPresent(stream -> found.put(
                                stream, StreamState.parse(row.getObject().stringValue()))));
            }
            return found;
        });
    }

    @Override
    public boolean isAllOfStreams() {
        long expected = chains().values().stream().mapToLong(StreamState::hash).sum();
        return attempt("read", () -> {
            try (RepositoryConnection connection = open().connect();
                    RepositoryResult<Statement> all = connection.getStatements(null, null, null, false)) {
                long found = 0;
                for (Statement statement : all) {
                    found += SystemRows.isRow(statement) ? 0 : GraphHash.of(statement);
                }
                return found == expected;
            }
        });
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (isCheckpointNeeded()) {
                checkpoint();
            }
        } finally {
            try {
                shutDown();
                EmbeddedStore before = shown;
                if (before != null) {
                    before.shutDown();
                }
            } finally {
                lock.close();
            }
        }
    }

    /** Lets go of the store that is written to. */
    private void shutDown() {
        trusted = false;
        EmbeddedStore open = store;
        store = null;
        if (open != null) {
            attempt("close", () -> {
                open.shutDown();
                return true;
            });
        }
    }

    @Override
    public RepositoryConnection connect() {
        EmbeddedStore seen = shown;
        return (seen == null ? open() : seen).connect();
    }

    private EmbeddedStore open() {
        EmbeddedStore open = store;
        if (open == null) {
            throw new StoreFailedException("the store in " + directory + " is not open", null);
        }
        return open;
    }

    @Override
    public StoreStatus status() {
        return status;
    }

    private interface Step<T> {
        T run() throws IOException;
    }

    /** Whatever a library throws, checked or not, leaves the store to be reopened. */
    private <T> T attempt(String purpose, Step<T> step) {
        try {
            return waits.during(purpose, step::run);
        } catch (StoreFailedException | StaleClaimException e) {
            throw e;
        } catch (RuntimeException | IOException e) {
            throw new StoreFailedException("cannot " + purpose + " in the store of " + directory + ": " + e, e);
        }
    }
}
