package dev.velella.diff;

import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyOptions;
import dev.velella.jelly.MalformedJellyException;
import dev.velella.jelly.PhysicalType;
import dev.velella.rdf.RdfGraph;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * States of the streams of one task: the state store, and in front of it the states used last, decoded.
 *
 * <p>The cache holds only what the store holds too, so it may be dropped at any time; it is bounded by the number of
 * statements, a stream counting one more than it has. Owned by one processor between two calls of its init; not
 * thread-safe.
 */
final class StreamStates {
    private static final byte[] NO_FRAME = {};

    private final KeyValueStore<Bytes, byte[]> store;
    private final JellyGraphEncoder encoder;
    private final JellyGraphDecoder decoder;
    private final long maxStatements;

    /** In order of use, the one used longest ago first. */
    private final Map<Bytes, StreamState> cache = new LinkedHashMap<>(16, 0.75f, true);

    /** Sum of {@link #weight} over the cache. */
    private long cached;

    StreamStates(KeyValueStore<Bytes, byte[]> store, DiffSettings settings) {
        this.store = store;
        JellyOptions options = new JellyOptions(
                PhysicalType.QUADS,
                settings.frames().tables(),
                settings.frames().rdfStar(),
                2);
        encoder = new JellyGraphEncoder(options, settings.frames().limits());
        decoder = new JellyGraphDecoder(
                SimpleValueFactory.getInstance(), settings.frames().limits());
        maxStatements = settings.cacheStatements();
    }

    /** The state of a stream; {@link StreamState#NONE} where there is none. */
    StreamState load(Bytes key) {
        StreamState state = cache.get(key);
        if (state != null) {
            return state;
        }
        byte[] record = store.get(key);
        if (record == null) {
            return StreamState.NONE;
        }
        StreamState loaded = new StreamState(
                StreamRecord.number(record),
                StreamRecord.hash(record),
                StreamRecord.lastTime(record),
                decode(StreamRecord.frame(record)));
        remember(key, loaded);
        return loaded;
    }

    /**
     * The bytes of a state, ready for {@link #save}.
     *
     * @throws MalformedJellyException if the statements do not fit the configured options or limits
     */
    byte[] encode(StreamState state) {
        byte[] frame = state.statements().isEmpty()
                ? NO_FRAME
                : encoder.encode(RdfGraph.of(new ArrayList<>(state.statements())));
        return StreamRecord.write(state, frame);
    }

    /** Makes a state, given its bytes too, the state of a stream. */
    void save(Bytes key, StreamState state, byte[] record) {
        store.put(key, record);
        remember(key, state);
    }

    /** Changes the time of a stream's state and nothing else. */
    void saveTime(Bytes key, StreamState state) {
        byte[] record = store.get(key);
        save(key, state, record == null ? encode(state) : StreamRecord.withTime(record, state.lastTime()));
    }

    private Set<Statement> decode(byte[] frame) {
        if (frame.length == 0) {
            return Set.of();
        }
        try {
            return new LinkedHashSet<>(decoder.decode(frame).statements());
        } catch (MalformedJellyException e) {
            throw new IllegalStateException(
                    "the state store holds a graph that cannot be read (" + e.getMessage()
                            + "); start with another application.id, or reset this one",
                    e);
        }
    }

    private void remember(Bytes key, StreamState state) {
        StreamState before = cache.put(key, state);
        cached += weight(state) - (before == null ? 0 : weight(before));
        Iterator<StreamState> oldest = cache.values().iterator();
        while (cached > maxStatements && oldest.hasNext()) {
            cached -= weight(oldest.next());
            oldest.remove();
        }
    }

    private static long weight(StreamState state) {
        return 1L + state.statements().size();
    }
}
