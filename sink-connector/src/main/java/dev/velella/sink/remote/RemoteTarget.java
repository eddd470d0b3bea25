package dev.velella.sink.remote;

import dev.velella.kit.thread.Daemon;
import dev.velella.sink.error.StaleClaimException;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.store.Applying;
import dev.velella.sink.store.Batch;
import dev.velella.sink.store.Capabilities;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.RememberedChains;
import dev.velella.sink.store.ReservedGraphs;
import dev.velella.sink.store.StoreWaits;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.SystemGraph;
import dev.velella.sink.store.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.BindingSet;
import org.jspecify.annotations.Nullable;

/**
 * A target whose store is behind HTTP. The store is first contacted when partitions are claimed.
 *
 * <p>Invariants:
 * <ul>
 * <li>The cached chains were read or written under claims of this target. A claim, a failure and {@link #reopen} clear
 *     the cache. So the cache can be outdated only if a claim is stale, and then nothing is applied.
 * <li>An applied batch counts as durable, because the server has confirmed it.
 * <li>At most one batch is under way, on a thread of its own. Everything else runs on the caller's thread. Meanwhile,
 *     data that the batch changes is not read from the server.
 * </ul>
 *
 * <p>After an exception the result of a change is unknown, and a request may still be on its way. {@link #claim}
 * resolves this: it first raises the epoch, so that a late request no longer finds the rows that it expects (fencing).
 * Only then it reads.
 */
public final class RemoteTarget implements Target {
    /** Maximum number of attempts to claim rows, if other writers change a row between reading and swapping it. */
    private static final int CLAIM_ATTEMPTS = 5;

    /** Maximum number of streams in one query. */
    private static final int STREAMS_PER_QUERY = 500;

    private final GuardedStore store;
    private final SystemGraph system;
    private final StoreWaits waits = new StoreWaits();
    private final Map<PartitionId, Long> applied = new HashMap<>();
    private final RememberedChains chains;
    private final ExecutorService writer = Executors.newSingleThreadExecutor(Daemon.named("velella-sink-writer"));
    private @Nullable UnderWay underWay;
    private @Nullable String storeId;
    private boolean closed;

    /** Hashes of the names of the graphs that were there after the last claim, in order; null if they are not known. */
    private long @Nullable [] graphs;

    /**
     * Makes a target. Its store is not contacted yet.
     *
     * @param connector name of the connector, under which offsets and chains are kept
     * @throws dev.velella.sink.error.StoreFailedException if a key store cannot be read
     */
    public static RemoteTarget of(RemoteSettings settings, String connector) {
        return new RemoteTarget(GuardedStore.of(settings, connector), connector, settings.cachedStreams());
    }

    /**
     * @param cachedStreams maximum number of streams whose chains are cached; the stream used longest ago is dropped
     *     first
     */
    RemoteTarget(GuardedStore store, String connector, int cachedStreams) {
        this.store = new WatchedStore(store, waits);
        this.system = new SystemGraph(connector);
        this.chains = new RememberedChains(cachedStreams);
    }

    @Override
    public String storeId() {
        if (storeId == null) {
            storeId = store.identify();
        }
        return storeId;
    }

    @Override
    public Capabilities capabilities() {
        return store.capabilities();
    }

    @Override
    public void checkStorable(Statement statement) {
        store.checkStorable(statement);
    }

    @Override
    public Map<PartitionId, Claim> claim(Collection<PartitionId> partitions) {
        settle();
        chains.clear();
        graphs = null;
        storeId();
        if (partitions.isEmpty()) {
            return Map.of();
        }
        for (int attempt = 0; attempt < CLAIM_ATTEMPTS; attempt++) {
            Map<PartitionId, Claim> found = store.rows(partitions);
            Map<PartitionId, Change.Swap> rows = new HashMap<>();
            for (PartitionId id : partitions) {
                Claim claim = found.get(id);
                Claim next = claim == null ? new Claim(1, 0L) : new Claim(claim.epoch() + 1, claim.nextOffset());
                rows.put(id, new Change.Swap(claim, next));
            }
            Change change = Change.of(rows);
            if (store.swap(change)) {
                return applied(change);
            }
        }
        throw new StoreUnavailableException(
                "other tasks claim partitions " + partitions + " again and again", null, Duration.ZERO);
    }

    @Override
    public Set<SystemGraph.Owned> owned() {
        settle();
        Set<SystemGraph.Owned> owned = new HashSet<>();
        for (BindingSet row : store.select("read which partitions it has", RowQueries.partitionQuery())) {
            Value subject = row.getValue("s");
            if (subject != null) {
                SystemGraph.ownedPartition(subject).ifPresent(owned::add);
            }
        }
        return owned;
    }

    @Override
    public void takeOver(String other, Set<String> moved, Set<String> dropped) {
        Set<SystemGraph.Owned> rows = owned();
        rows.removeIf(row -> !row.connector().equals(other)
                || !(moved.contains(row.partition().topic())
                        || dropped.contains(row.partition().topic())));
        if (rows.isEmpty()) {
            return;
        }
        chains.clear();
        storeId();
        store.takeOver(
                new SystemGraph(other),
                rows.stream().map(SystemGraph.Owned::partition).toList(),
                moved,
                dropped);
        if (owned().stream().anyMatch(rows::contains)) {
            throw new StoreUnavailableException(
                    "the store has not moved the rows of connector " + other, null, Duration.ZERO);
        }
    }

    @Override
    public void disclaim(Collection<PartitionId> partitions) {
        partitions.forEach(store::forget);
    }

    @Override
    public boolean holdsStreams() {
        boolean[] found = {false};
        store.graphs(graph -> found[0] |= graph instanceof Resource name && ReservedGraphs.isOwned(name));
        return found[0];
    }

    /** Looks the graph up in a list of all graphs, so that a store without an index of graphs is read once at most. */
    @Override
    public boolean mayHold(IRI graph) {
        if (graphs == null) {
            LongStream.Builder hashes = LongStream.builder();
            store.graphs(name -> hashes.add(hash(name)));
            graphs = hashes.build().sorted().toArray();
        }
        return Arrays.binarySearch(graphs, hash(graph)) >= 0;
    }

    /** A hash of a name. Two names may have the same. */
    private static long hash(Value name) {
        String text = name.stringValue();
        long hash = 0;
        for (int i = 0; i < text.length(); i++) {
            hash = 0x9E3779B97F4A7C15L * (hash + text.charAt(i) + 1);
        }
        return hash;
    }

    @Override
    public boolean isKeyShared(StreamId stream) {
        List<IRI> others = system.streamsOfSameKey(stream, owned());
        return !others.isEmpty()
                && !store.select("read streams of the same key", RowQueries.chainQuery(others))
                        .isEmpty();
    }

    @Override
    public Map<String, String> topicIds() {
        return store.topicIds();
    }

    @Override
    public void keepTopicIds(Map<String, String> ids) {
        store.keepTopicIds(ids);
    }

    @Override
    public Map<PartitionId, Long> appliedOffsets(Collection<PartitionId> partitions) {
        settle();
        Map<PartitionId, Long> offsets = new HashMap<>();
        store.rows(partitions).forEach((id, claim) -> offsets.put(id, claim.nextOffset()));
        return offsets;
    }

    @Override
    public void prefetch(Collection<StreamId> streams) {
        List<StreamId> unknown = new ArrayList<>();
        for (StreamId stream : streams) {
            if (changing(stream) == null && !chains.knows(stream)) {
                unknown.add(stream);
            }
        }
        for (int from = 0; from < unknown.size(); from += STREAMS_PER_QUERY) {
            List<StreamId> some = unknown.subList(from, Math.min(unknown.size(), from + STREAMS_PER_QUERY));
            Map<StreamId, StreamState> found = store.chains(some);
            some.forEach(stream -> chains.read(stream, Optional.ofNullable(found.get(stream))));
        }
    }

    @Override
    public Optional<StreamState> chain(StreamId stream) {
        StreamState changing = changing(stream);
        if (changing != null) {
            return Optional.of(changing);
        }
        return chains.get(
                stream,
                unknown -> Optional.ofNullable(store.chains(List.of(unknown)).get(unknown)));
    }

    @Override
    public Optional<StreamState> storedChain(StreamId stream) {
        settle();
        return Optional.ofNullable(store.chains(List.of(stream)).get(stream));
    }

    /** The state of a stream after the batch under way; null if the batch does not change the stream. */
    private @Nullable StreamState changing(StreamId stream) {
        UnderWay current = underWay;
        return current == null ? null : current.after.get(stream);
    }

    @Override
    public Collection<Statement> statements(IRI graph) {
        settle();
        return store.statements(graph);
    }

    @Override
    public Map<PartitionId, Claim> apply(Batch batch) {
        Applying applying = begin(batch);
        applying.await();
        return applying.claims();
    }

    @Override
    public Applying begin(Batch batch) {
        prefetch(batch.chains().keySet());
        Change change = Change.of(batch, this::chain);
        BooleanSupplier swap = store.prepare(change);
        settle();
        UnderWay next =
                new UnderWay(change, batch.chains(), CompletableFuture.supplyAsync(() -> Swapped.by(swap), writer));
        underWay = next;
        return next;
    }

    /** Waits for the batch under way. */
    private void settle() {
        if (underWay != null) {
            underWay.await();
        }
    }

    /**
     * The result of a change.
     *
     * @param done false if a row was not as expected
     */
    private record Swapped(boolean done, long tookMs) {
        static Swapped by(BooleanSupplier swap) {
            long beganNanos = System.nanoTime();
            boolean done = swap.getAsBoolean();
            return new Swapped(done, (System.nanoTime() - beganNanos) / 1_000_000);
        }
    }

    /** A batch that the writer's thread applies. The thread that waits for the batch notes its result. */
    private final class UnderWay implements Applying {
        private final Change change;
        private final Map<StreamId, StreamState> after;
        private final CompletableFuture<Swapped> swap;

        UnderWay(Change change, Map<StreamId, StreamState> after, CompletableFuture<Swapped> swap) {
            this.change = change;
            this.after = after;
            this.swap = swap;
        }

        @Override
        public Map<PartitionId, Claim> claims() {
            return change.claims();
        }

        @Override
        public boolean isDone() {
            return swap.isDone();
        }

        @Override
        public Applied await() {
            try {
                Swapped swapped = swap.join(); // not interruptible, because the result of the batch must be known
                end(swapped.done());
                if (!swapped.done()) {
                    throw new StaleClaimException("another writer opened or advanced one of the partitions "
                            + change.rows().keySet() + " in the store");
                }
                return new Applied(Optional.empty(), swapped.tookMs());
            } catch (CompletionException e) {
                end(false);
                throw e.getCause() instanceof RuntimeException cause ? cause : e;
            }
        }

        /** Notes the result of the batch, once. */
        private void end(boolean done) {
            if (underWay != this) {
                return;
            }
            underWay = null;
            if (done) {
                chains.written(after);
                applied(change);
            } else {
                chains.clear();
            }
        }
    }

    private Map<PartitionId, Claim> applied(Change change) {
        Map<PartitionId, Claim> claims = change.claims();
        claims.forEach((id, claim) -> applied.put(id, claim.nextOffset()));
        return claims;
    }

    @Override
    public StoreWaits waits() {
        return waits;
    }

    @Override
    public boolean isCheckpointNeeded() {
        return false;
    }

    @Override
    public void checkpoint() {
        // nothing to do, because applied batches are durable
    }

    /** Durable offsets of the partitions that this target claimed. */
    @Override
    public Map<PartitionId, Long> durableOffsets() {
        return Map.copyOf(applied);
    }

    @Override
    public void reopen() {
        UnderWay current = underWay;
        if (current != null) {
            underWay = null; // the next claims find out whether it was applied
            current.swap.handle((outcome, failure) -> outcome).join();
        }
        chains.clear();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            writer.shutdown();
            store.close();
        }
    }
}
