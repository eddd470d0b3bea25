package dev.velella.sink.embedded;

import dev.velella.sink.directory.DirectoryLock;
import dev.velella.sink.directory.StorePlaces;
import dev.velella.sink.error.StoreDamagedException;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.query.Queryable;
import dev.velella.sink.store.Batch;
import dev.velella.sink.store.Changes;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.CommitRecord;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.RememberedChains;
import dev.velella.sink.store.StoreChange;
import dev.velella.sink.store.StoreStatus;
import dev.velella.sink.store.StoreWaits;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.SystemGraph;
import dev.velella.sink.store.Target;
import dev.velella.sink.versions.CommitTable;
import dev.velella.sink.versions.StoreHistory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
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
 * A target whose store is in a local directory. One task of one process can use a directory at a time.
 *
 * <p>Invariants:
 * <ul>
 * <li>The files hold the state after a whole batch, including the system graph.
 * <li>If {@code trusted} is true, readers see such a state too. After a transaction that failed, {@code trusted} is
 *     false. Then nothing is written until {@link #reopen} has read the files again.
 * </ul>
 *
 * <p>Only the sink's thread may call the methods, except the methods of {@link Queryable}, which any thread may call.
 */
public abstract class EmbeddedTarget implements Target, Queryable {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedTarget.class);

    /** Maximum number of streams whose positions are cached. The stream used longest ago is dropped first. */
    private static final int REMEMBERED_STREAMS = 10_000;

    private final Path directory;
    private final SystemGraph system;
    private final StorePlaces places;
    private final DirectoryLock lock;
    private final StoreSteps steps;
    private final RowReader rows;
    private final StoreOpener opener;

    /**
     * A cache of the rows of streams. It is valid because this target is the only writer; it is cleared when the store
     * is reopened.
     */
    private final RememberedChains chains = new RememberedChains(REMEMBERED_STREAMS);

    /** The store that is written to: the store in use, or the store that is built beside it. */
    private volatile @Nullable EmbeddedStore store;

    /** The store in use while another store is built beside it, because queries still see this store; else null. */
    private volatile @Nullable EmbeddedStore shown;

    private Progress progress = Progress.NONE;
    private volatile StoreStatus status = Progress.NONE.status();

    /** Lock on which readers wait for a new status. */
    private final Object applied = new Object();

    private Changes lastChanges = new Changes(0, 0);
    private boolean trusted;
    private boolean closed;

    /**
     * Makes a target that is still to be opened.
     *
     * @param files name of the file or folder that holds the store
     * @param stores makes the store of a directory; called at each opening
     * @param lock lock of the directory; the target closes it
     */
    EmbeddedTarget(
            Path directory,
            String connector,
            String files,
            Function<Path, ? extends EmbeddedStore> stores,
            DirectoryLock lock) {
        this.directory = directory;
        this.system = new SystemGraph(connector);
        this.places = new StorePlaces(directory, files);
        this.lock = lock;
        this.steps = new StoreSteps(directory);
        this.rows = new RowReader(system);
        this.opener = new StoreOpener(directory, places.used(), stores, steps, rows);
    }

    /**
     * Opens a new target. If it cannot be opened, the directory is released.
     *
     * @param rebuild whether an empty store replaces a damaged store; the damaged store is kept
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
        steps.run("settle", places::settle);
        try {
            load();
        } catch (StoreDamagedException e) {
            if (!rebuild) {
                throw e;
            }
            Optional<Path> kept = steps.attempt("keep what is", places::keep);
            LOG.warn("An empty store takes the place of a damaged one, which is kept in {}", kept.orElse(directory), e);
            load();
        }
    }

    private void load() {
        chains.clear();
        StoreOpener.Opened opened = opener.open(shown == null ? directory : places.beside());
        store = opened.store();
        progress = opened.progress();
        showProgress();
        trusted = true;
    }

    /** Updates the figures that readers see. While a store is built beside the store in use, they stay unchanged. */
    private void showProgress() {
        if (shown == null) {
            synchronized (applied) {
                status = progress.status();
                applied.notifyAll();
            }
        }
    }

    private void abandon() {
        closed = true;
        lock.close();
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
    public Set<SystemGraph.Owned> owned() {
        return reading("read", rows::owned);
    }

    /** Moves the rows as a repair would, which changes statements of the system graph too. */
    @Override
    public void takeOver(String connector, Set<String> moved, Set<String> dropped) {
        List<Statement> before = new ArrayList<>();
        List<Statement> after = new ArrayList<>();
        reading("read", connection -> {
            rows.inPlaceOf(connection, connector, moved).forEach((row, here) -> {
                before.add(row);
                after.add(here);
            });
            return before.addAll(rows.inPlaceOf(connection, connector, dropped).keySet());
        });
        if (!before.isEmpty()) {
            Repair.apply(this, before, after);
            reopen(); // reads the figures of its own rows again
        }
    }

    @Override
    public boolean holdsStreams() {
        return reading("read", rows::holdsStreams);
    }

    @Override
    public boolean mayHold(IRI graph) {
        return reading("read", connection -> connection.hasStatement(null, null, null, false, graph));
    }

    @Override
    public boolean isKeyShared(StreamId stream) {
        return system.streamsOfSameKey(stream, owned()).stream()
                .anyMatch(row -> reading(
                        "read",
                        connection -> connection.hasStatement(
                                row, SystemGraph.PATCH_POSITION, null, false, SystemGraph.GRAPH)));
    }

    @Override
    public Map<PartitionId, Claim> apply(Batch batch) {
        boolean applied = false;
        try {
            Map<PartitionId, Claim> claims = change("apply a batch", (connection, stored) -> BatchPlan.apply(
                            system, connection, stored, this::chain, batch)
                    .as(commit(batch)));
            chains.written(batch.chains());
            applied = true;
            return claims;
        } finally {
            if (!applied) {
                chains.clear();
            }
        }
    }

    /** The next commit of the history; null if the store keeps none. */
    private @Nullable CommitRecord commit(Batch batch) {
        CommitTable commits = open().history().map(StoreHistory::commits).orElse(null);
        if (commits == null) {
            return null;
        }
        CommitRecord last = commits.get(commits.last());
        Map<PartitionId, Long> offsets = new HashMap<>();
        batch.partitions().forEach((id, advance) -> offsets.put(id, advance.nextOffset()));
        return new CommitRecord(
                last.number() + 1,
                Math.max(last.wallClockMs(), System.currentTimeMillis()),
                Math.max(last.eventTimeMs(), batch.eventTimeMs()),
                offsets);
    }

    /** Counts the statements again, after a change that was not made by a sink. */
    void recount() {
        progress.counted(reading("count", rows::countStatements));
        change(
                "keep the number of statements",
                (connection, stored) -> new BatchPlan(StoreChange.ofRows(List.of()), Map.of(), 0));
    }

    @Override
    public Map<String, String> topicIds() {
        return reading("read", rows::topicIds);
    }

    @Override
    public void keepTopicIds(Map<String, String> ids) {
        List<StoreChange.Row> added = new ArrayList<>();
        ids.forEach((topic, id) -> added.add(system.topicRow(topic, id)));
        change("keep topic ids", (connection, stored) -> new BatchPlan(StoreChange.ofRows(added), Map.of(), 0));
    }

    private Map<PartitionId, Claim> change(
            String purpose, BiFunction<RepositoryConnection, StoredStatements, BatchPlan> planning) {
        if (!trusted) {
            throw new StoreFailedException("the store in " + directory + " failed and must be reopened", null);
        }
        EmbeddedStore open = open();
        BatchPlan plan = steps.attempt(purpose, () -> {
            try (RepositoryConnection connection = open.connect();
                    StoredStatements stored = open.stored()) {
                return whole(planning.apply(connection, stored));
            }
        });
        long statements = progress.statements() + plan.change().growth();
        trusted = false;
        steps.run(purpose, () -> open.write(plan.change().with(SystemGraph.statementsRow(statements))));
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
        return chains.get(stream, unknown -> reading("read", connection -> system.readChain(connection, unknown)));
    }

    @Override
    public Collection<Statement> statements(IRI graph) {
        return reading("read", connection -> {
            try (RepositoryResult<Statement> found = connection.getStatements(null, null, null, false, graph)) {
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
            steps.run("checkpoint", open::checkpoint);
            progress.madeDurable();
            showProgress();
        }
    }

    @Override
    public Map<PartitionId, Long> durableOffsets() {
        return progress.durable();
    }

    @Override
    public StoreWaits waits() {
        return steps.waits();
    }

    @Override
    public Map<PartitionId, Long> appliedOffsets(Collection<PartitionId> partitions) {
        Map<PartitionId, Long> offsets = new HashMap<>(progress.applied());
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
            shutDown(); // begins the new store again
        }
        store = null;
        steps.attempt("make a place beside", places::clearBeside);
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
        return steps.attempt("exchange", () -> {
            before.shutDown();
            shown = null;
            return places.exchange();
        });
    }

    @Override
    public Map<StreamId, StreamState> chains() {
        return reading("read", rows::chains);
    }

    @Override
    public boolean isAllOfStreams() {
        long expected = chains().values().stream().mapToLong(StreamState::hash).sum();
        return reading("read", rows::hash) == expected;
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

    /** Closes the store that is written to. */
    private void shutDown() {
        trusted = false;
        EmbeddedStore open = store;
        store = null;
        if (open != null) {
            steps.run("close", open::shutDown);
        }
    }

    @Override
    public RepositoryConnection connect() {
        return seen().connect();
    }

    private EmbeddedStore seen() {
        EmbeddedStore seen = shown;
        return seen == null ? open() : seen;
    }

    @Override
    public Optional<StoreHistory> history() {
        return seen().history();
    }

    @Override
    public Optional<RepositoryConnection> connect(long commit) {
        return seen().connect(commit);
    }

    @Override
    public boolean awaitApplied(Map<PartitionId, Long> offsets, long patienceMs) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMs);
        synchronized (applied) {
            while (!isApplied(offsets)) {
                long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (leftMs <= 0) {
                    return false;
                }
                applied.wait(leftMs);
            }
            return true;
        }
    }

    private boolean isApplied(Map<PartitionId, Long> offsets) {
        Map<PartitionId, Long> next = new HashMap<>();
        status.partitions()
                .forEach(progressed ->
                        next.put(new PartitionId(progressed.topic(), progressed.partition()), progressed.applied()));
        return offsets.entrySet().stream()
                .allMatch(offset -> next.getOrDefault(offset.getKey(), 0L) > offset.getValue());
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

    private <T> T reading(String purpose, Function<RepositoryConnection, T> reading) {
        return steps.attempt(purpose, () -> {
            try (RepositoryConnection connection = open().connect()) {
                return whole(reading.apply(connection));
            }
        });
    }

    /** What was read. RDF4J 5.2 ends a reading early, without an error, if its thread is interrupted. */
    private <T> T whole(T read) {
        if (Thread.currentThread().isInterrupted()) {
            throw new StoreFailedException("interrupted while the store in " + directory + " was read", null);
        }
        return read;
    }
}
