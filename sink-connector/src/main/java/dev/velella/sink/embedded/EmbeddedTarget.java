package dev.velella.sink.embedded;

import dev.velella.sink.directory.DirectoryLock;
import dev.velella.sink.directory.StorePlaces;
import dev.velella.sink.error.StoreDamagedException;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.query.Queryable;
import dev.velella.sink.store.Batch;
import dev.velella.sink.store.Changes;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PartitionOffsets;
import dev.velella.sink.store.RememberedChains;
import dev.velella.sink.store.StoreChange;
import dev.velella.sink.store.StoreStatus;
import dev.velella.sink.store.StoreWaits;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.SystemGraph;
import dev.velella.sink.store.Target;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    private final StorePlaces places;
    private final DirectoryLock lock;
    private final StoreSteps steps;
    private final RowReader rows;
    private final StoreOpener opener;

    /** What was read or written of the rows of streams, of which this is the only writer; forgotten with the store. */
    private final RememberedChains chains = new RememberedChains(REMEMBERED_STREAMS);

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
        this.places = new StorePlaces(directory, files);
        this.lock = lock;
        this.steps = new StoreSteps(directory);
        this.rows = new RowReader(system);
        this.opener = new StoreOpener(directory, places.used(), stores, steps, rows);
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

    /** Queries see the store that is written to, but while it is built beside another. */
    private void showProgress() {
        if (shown == null) {
            status = progress.status();
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
    public Map<PartitionId, Claim> apply(Batch batch) {
        boolean applied = false;
        try {
            Map<PartitionId, Claim> claims = change(
                    "apply a batch",
                    (connection, stored) -> BatchPlan.apply(system, connection, stored, this::chain, batch));
            chains.written(batch.chains());
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
                return planning.apply(connection, stored);
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
    public Map<PartitionId, PartitionOffsets> durableOffsets() {
        return progress.durable();
    }

    @Override
    public StoreWaits waits() {
        return steps.waits();
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

    /** Lets go of the store that is written to. */
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

    private <T> T reading(String purpose, Function<RepositoryConnection, T> reading) {
        return steps.attempt(purpose, () -> {
            try (RepositoryConnection connection = open().connect()) {
                return reading.apply(connection);
            }
        });
    }
}
