package dev.velella.sink.remote;

import dev.velella.sink.store.Batch;
import dev.velella.sink.store.Capabilities;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PartitionOffsets;
import dev.velella.sink.store.StaleClaimException;
import dev.velella.sink.store.StoreUnavailableException;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A store behind HTTP. Contacts it first when partitions are claimed.
 *
 * <p>Invariants: what is remembered of chains was read, or written, under claims of this target; a claim, a failure and
 * {@link #reopen} forget it. So it can be old only where a claim is stale, and then nothing is applied. What is applied is
 * taken to be durable: the server has said so.
 *
 * <p>After an exception, the outcome of a change is unknown, and a request may still be on its way. {@link #claim} settles
 * that: it raises the epoch first, so that whatever comes late finds other rows than it expects, and reads then.
 */
public final class RemoteTarget implements Target {
    /** How often another may take a row between reading and swapping it. */
    private static final int CLAIM_ATTEMPTS = 5;

    /** Streams asked for in one query. */
    private static final int STREAMS_PER_QUERY = 500;

    private final GuardedStore store;
    private final Map<PartitionId, PartitionOffsets> applied = new HashMap<>();
    private final Map<StreamId, Optional<StreamState>> chains;
    private @Nullable String storeId;
    private boolean closed;

    /**
     * A target that is not contacted yet.
     *
     * @param connector name of the connector, under which offsets and chains are kept
     * @throws dev.velella.sink.store.StoreFailedException if a key store cannot be read
     */
    public static RemoteTarget of(RemoteSettings settings, String connector) {
        return new RemoteTarget(
                settings.protocol() == RemoteSettings.Protocol.HTTP
                        ? new Rdf4jServerStore(settings, connector)
                        : new SparqlStore(settings, connector),
                settings.cachedStreams());
    }

    /** @param cachedStreams most streams whose chains are remembered, the one used longest ago is forgotten first */
    RemoteTarget(GuardedStore store, int cachedStreams) {
        this.store = store;
        this.chains = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<StreamId, Optional<StreamState>> eldest) {
                return size() > cachedStreams;
            }
        };
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
        chains.clear();
        storeId();
        if (partitions.isEmpty()) {
            return Map.of();
        }
        for (int attempt = 0; attempt < CLAIM_ATTEMPTS; attempt++) {
            Map<PartitionId, Claim> found = store.rows(partitions);
            Map<PartitionId, Change.Swap> rows = new HashMap<>();
            for (PartitionId id : partitions) {
                Claim claim = found.get(id);
                Claim next = claim == null
                        ? new Claim(1, new PartitionOffsets(0, 0))
                        : new Claim(claim.epoch() + 1, claim.offsets());
                rows.put(id, new Change.Swap(claim, next));
            }
            Change change = Change.of(rows);
            if (store.swap(change)) {
                return applied(change);
            }
        }
        throw new StoreUnavailableException(
                "others claim partitions " + partitions + " all the time", null, Duration.ZERO);
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
    public Map<PartitionId, PartitionOffsets> appliedOffsets(Collection<PartitionId> partitions) {
        Map<PartitionId, PartitionOffsets> offsets = new HashMap<>();
        store.rows(partitions).forEach((id, claim) -> offsets.put(id, claim.offsets()));
        return offsets;
    }

    @Override
    public void prefetch(Collection<StreamId> streams) {
        List<StreamId> unknown = new ArrayList<>();
        for (StreamId stream : streams) {
            if (!chains.containsKey(stream)) {
                unknown.add(stream);
            }
        }
        for (int from = 0; from < unknown.size(); from += STREAMS_PER_QUERY) {
            List<StreamId> some = unknown.subList(from, Math.min(unknown.size(), from + STREAMS_PER_QUERY));
            Map<StreamId, StreamState> found = store.chains(some);
            some.forEach(stream -> chains.put(stream, Optional.ofNullable(found.get(stream))));
        }
    }

    @Override
    public Optional<StreamState> chain(StreamId stream) {
        Optional<StreamState> known = chains.get(stream);
        if (known == null) {
            known = Optional.ofNullable(store.chains(List.of(stream)).get(stream));
            chains.put(stream, known);
        }
        return known;
    }

    @Override
    public Collection<Statement> statements(IRI graph) {
        return store.statements(graph);
    }

    @Override
    public Map<PartitionId, Claim> apply(Batch batch) {
        prefetch(batch.chains().keySet());
        Change change = Change.of(batch, this::chain);
        boolean done = false;
        try {
            done = store.swap(change);
        } finally {
            if (!done) {
                chains.clear();
            }
        }
        if (!done) {
            throw new StaleClaimException("another writer opened or advanced one of the partitions "
                    + change.rows().keySet() + " in the store");
        }
        batch.chains().forEach((stream, state) -> chains.put(stream, Optional.of(state)));
        return applied(change);
    }

    private Map<PartitionId, Claim> applied(Change change) {
        Map<PartitionId, Claim> claims = change.claims();
        claims.forEach((id, claim) -> applied.put(id, claim.offsets()));
        return claims;
    }

    @Override
    public boolean isCheckpointNeeded() {
        return false;
    }

    @Override
    public void checkpoint() {
        // what is applied is durable
    }

    /** Durable offsets of the partitions that this target claimed. */
    @Override
    public Map<PartitionId, PartitionOffsets> durableOffsets() {
        return Map.copyOf(applied);
    }

    @Override
    public void reopen() {
        chains.clear();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            store.close();
        }
    }
}
