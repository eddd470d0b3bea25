package dev.velella.diff.state;

import dev.velella.diff.compare.RollingDiff;
import dev.velella.diff.compare.StreamChange;
import dev.velella.diff.compare.StreamGraph;
import dev.velella.diff.element.SendableRecords;
import dev.velella.diff.options.DiffSettings;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The states of the streams of one task. They are in the state store; the states used last are also in a cache.
 *
 * <p>For each stream the store holds a base, which is the whole graph, and one delta for each patch since the base.
 * When the deltas outgrow a multiple of the base, a new base replaces the old one. The cost of an input is therefore
 * bounded by the size of its change. Every change of a state is one put. After a new base, old deltas stay until new
 * deltas overwrite them; a reader recognizes old deltas by their patch numbers. The state of a stream that has ended
 * stays, because its patch numbers continue if the stream comes back.
 *
 * <p>The cache contains no state that is not in the store, so it may be dropped at any time. It is bounded by the
 * number of statements; a stream counts as one more than its statements. Owned by one processor, from one call of its
 * {@code init} to the next. Not thread-safe.
 */
public final class StreamStates {
    /**
     * Largest size of the deltas as a multiple of their base. A higher value makes the changelog little smaller, and
     * reading a state slower.
     */
    private static final double DELTA_RATIO = 2;

    private final KeyValueStore<Bytes, byte[]> store;
    private final StateRecords records;
    private final long maxStatements;
    private final SendableRecords sendable;

    /** The cached states in order of use: the first state has not been used for the longest time. */
    private final Map<Bytes, StreamState> cache = new LinkedHashMap<>(16, 0.75f, true);

    /** Sum of the {@link #weight} of all cached states. */
    private long cached;

    /**
     * A state that is not saved yet.
     *
     * @param base the whole next graph; null if the change is saved as a delta
     */
    public record Draft(
            Bytes stream,
            StreamState before,
            StreamHead head,
            StreamChange change,
            @Nullable StreamGraph base,
            Bytes record) {}

    public StreamStates(KeyValueStore<Bytes, byte[]> store, DiffSettings settings) {
        this.store = store;
        records = new StateRecords(settings.frames());
        maxStatements = settings.cacheStatements();
        sendable = new SendableRecords(settings.room());
    }

    /**
     * Loads the state of a stream. Returns an empty state if the stream is unknown.
     *
     * @throws DamagedStateException if the stored state of the stream has another format or is damaged
     */
    public StreamState load(Bytes stream) {
        StreamState state = cache.get(stream);
        if (state != null) {
            return state;
        }
        byte[] base = store.get(stream);
        if (base == null) {
            return StreamState.none();
        }
        try {
            StreamState loaded = read(stream, base);
            remember(stream, loaded);
            return loaded;
        } catch (IllegalArgumentException e) {
            throw new DamagedStateException(stream, e);
        }
    }

    private StreamState read(Bytes stream, byte[] baseRecord) {
        StateRecords.Read base = StateRecords.read(baseRecord);
        if (!base.isBase()) {
            throw new IllegalArgumentException("a delta where the base was expected");
        }
        StreamGraph graph = records.graph(base);
        StreamHead head = base.head();
        long first = head.number();
        StateChain chain = StateChain.ofBase(first, baseRecord.length);
        while (true) {
            long next = head.number() + 1;
            byte[] record = store.get(StateRecords.deltaKey(stream, next - first));
            if (record == null) {
                return new StreamState(head, graph, chain);
            }
            StateRecords.Read delta = StateRecords.read(record);
            long number = delta.head().number();
            if (delta.isBase() || (number != next && number >= first && number != head.number())) {
                throw new IllegalArgumentException(
                        "patch " + number + " where patch " + next + " or one before " + first + " was expected");
            } else if (number < first) {
                return new StreamState(head, graph, chain);
            }
            records.apply(delta, graph, head.hash());
            head = delta.head();
            if (number != next) {
                return new StreamState(head, graph, chain);
            }
            chain = chain.withDelta(record.length);
        }
    }

    /**
     * Prepares the state after one change for {@link #save}. The store does not change yet.
     *
     * @param change change of the graph; must not be empty
     * @param head of the state after the change
     * @throws dev.velella.jelly.format.MalformedJellyException if the graph must be stored as a new base and does not
     *     fit the configured options or limits
     * @throws dev.velella.diff.element.RefusedElementException if the graph is larger than a record that can be sent.
     *     This also applies if the change is stored as a delta now, because the graph will have to be stored as a base
     *     later
     */
    public Draft draft(Bytes stream, StreamState before, StreamChange change, StreamHead head) {
        StateChain chain = before.chain();
        int sizeAfter = before.graph().size()
                + change.diff().adds().size()
                - change.diff().deletes().size();
        if (chain.hasBase() && sizeAfter > 0) {
            byte[] delta = records.delta(head, before.graph(), change);
            StateChain after = chain.withDelta(delta.length);
            if (after.deltaBytes() <= DELTA_RATIO * chain.baseBytes() && sendable.isSendable(stream, delta.length)) {
                if (!sendable.isSendable(stream, after.baseBytes() + after.deltaBytes())) {
                    base(stream, head, before.graph().after(change));
                }
                return new Draft(stream, before, head, change, null, Bytes.wrap(delta));
            }
        }
        StreamGraph graph = before.graph().after(change);
        return new Draft(stream, before, head, change, graph, Bytes.wrap(base(stream, head, graph)));
    }

    private byte[] base(Bytes stream, StreamHead head, StreamGraph graph) {
        byte[] base = records.base(head, graph);
        sendable.check("the graph of the stream", stream, base.length);
        return base;
    }

    /**
     * Stores a draft as the state of its stream. After this call the state before must not be used again, even if the
     * call fails.
     */
    public StreamState save(Draft draft) {
        StreamState before = draft.before();
        Bytes stream = draft.stream();
        byte[] record = draft.record().get();
        forget(stream);
        StreamGraph base = draft.base();
        StreamState after;
        if (base != null) {
            store.put(stream, record);
            StateChain chain = StateChain.ofBase(draft.head().number(), record.length);
            after = new StreamState(draft.head(), base, chain);
        } else {
            long patches = draft.head().number() - before.chain().baseNumber();
            store.put(StateRecords.deltaKey(stream, patches), record);
            before.graph().apply(draft.change());
            after = new StreamState(draft.head(), before.graph(), before.chain().withDelta(record.length));
        }
        remember(stream, after);
        return after;
    }

    /**
     * Stores a new head for a stream. Its graph stays the same.
     *
     * @param head the new head; its patch number and hash must be the same as in the state
     */
    public StreamState saveHead(Bytes stream, StreamState state, StreamHead head) {
        StreamState after;
        forget(stream);
        if (state.chain().hasBase()) {
            StreamChange nothing = new StreamChange(RollingDiff.NONE, new int[0], new long[0], head.hash(), null);
            byte[] record = records.delta(head, state.graph(), nothing);
            long patches = head.number() - state.chain().baseNumber() + 1;
            store.put(StateRecords.deltaKey(stream, patches), record);
            after = new StreamState(head, state.graph(), state.chain());
        } else {
            byte[] record = records.base(head, state.graph());
            store.put(stream, record);
            after = new StreamState(head, state.graph(), StateChain.ofBase(head.number(), record.length));
        }
        remember(stream, after);
        return after;
    }

    /**
     * Goes through the store in the order of its keys, without reading graphs.
     *
     * @param after the key at which the last call stopped; null begins with the first record
     * @param most maximum number of records to look at; a stream has one record, plus one record for each delta
     * @param visitor is called for every stream; must not change states
     * @return the key after which the next call continues; null at the end
     * @throws DamagedStateException if the stored state of a stream has another format or is damaged
     */
    @Nullable
    public Bytes visit(@Nullable Bytes after, int most, Visitor visitor) {
        Map<Bytes, byte[]> bases = new LinkedHashMap<>();
        Bytes last = null;
        try (KeyValueIterator<Bytes, byte[]> all = after == null ? store.all() : store.range(after, null)) {
            for (int seen = 0; seen < most && all.hasNext(); ) {
                KeyValue<Bytes, byte[]> record = all.next();
                if (record.key.equals(after)) {
                    continue;
                }
                last = record.key;
                seen++;
                if (StateRecords.isStream(record.key)) {
                    bases.put(record.key, record.value);
                }
            }
        }
        bases.forEach((stream, base) -> visitor.stream(stream, head(stream, base)));
        return last;
    }

    /** Is called for a stream, without its graph. */
    public interface Visitor {
        void stream(Bytes key, StreamHead head);
    }

    /** Approximate number of records in the store; costs nothing. */
    public long approximateRecords() {
        return store.approximateNumEntries();
    }

    /** Number of statements of all cached states, plus one for each stream. */
    public long statementsInMemory() {
        return cached;
    }

    private StreamHead head(Bytes stream, byte[] base) {
        StreamState state = cache.get(stream);
        if (state != null) {
            return state.head();
        }
        try {
            return lastHead(stream, StateRecords.read(base).head());
        } catch (IllegalArgumentException e) {
            throw new DamagedStateException(stream, e);
        }
    }

    /**
     * Finds the head of the last delta of a base. The deltas of a base are numbered from 1 without a gap; deltas behind
     * the last belong to an earlier base.
     */
    private StreamHead lastHead(Bytes stream, StreamHead base) {
        StreamHead last = base;
        long known = 0;
        long beyond = 1;
        for (StreamHead next = deltaHead(stream, beyond, base); next != null; next = deltaHead(stream, beyond, base)) {
            last = next;
            known = beyond;
            beyond *= 2;
        }
        while (beyond - known > 1) {
            long middle = (known + beyond) / 2;
            StreamHead next = deltaHead(stream, middle, base);
            if (next == null) {
                beyond = middle;
            } else {
                last = next;
                known = middle;
            }
        }
        return last;
    }

    private @Nullable StreamHead deltaHead(Bytes stream, long number, StreamHead base) {
        byte[] record = store.get(StateRecords.deltaKey(stream, number));
        if (record == null) {
            return null;
        }
        StreamHead head = StateRecords.read(record).head();
        return head.number() < base.number() ? null : head;
    }

    private void forget(Bytes stream) {
        StreamState before = cache.remove(stream);
        cached -= before == null ? 0 : weight(before);
    }

    /** Adds the state of a stream that is not in the cache. */
    private void remember(Bytes stream, StreamState state) {
        cache.put(stream, state);
        cached += weight(state);
        Iterator<StreamState> oldest = cache.values().iterator();
        while (cached > maxStatements && oldest.hasNext()) {
            cached -= weight(oldest.next());
            oldest.remove();
        }
    }

    private static long weight(StreamState state) {
        return 1L + state.graph().size();
    }
}
