package dev.velella.sink.store;

import dev.velella.rdf.BoundedMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A cache of the positions of streams in a store, as they were last read or written. The number of streams is bounded;
 * the stream used longest ago is dropped first. Not thread-safe.
 */
public final class RememberedChains {
    private final Map<StreamId, Optional<StreamState>> chains;

    /** @param most maximum number of cached streams, at least 1 */
    public RememberedChains(int most) {
        chains = new BoundedMap<>(most);
    }

    /** The position of a stream, from the cache or read from the store; empty if the stream has no chain. */
    public Optional<StreamState> get(StreamId stream, Function<StreamId, Optional<StreamState>> read) {
        Optional<StreamState> known = chains.get(stream);
        if (known == null) {
            known = read.apply(stream);
            chains.put(stream, known);
        }
        return known;
    }

    /** Whether the cache has the position of a stream, or knows that the stream has no chain. */
    public boolean knows(StreamId stream) {
        return chains.containsKey(stream);
    }

    /** Notes the position of a stream that was read; empty if the stream has no chain. */
    public void read(StreamId stream, Optional<StreamState> state) {
        chains.put(stream, state);
    }

    /** Notes the positions of streams that were written. */
    public void written(Map<StreamId, StreamState> states) {
        states.forEach((stream, state) -> chains.put(stream, Optional.of(state)));
    }

    /** Clears the cache. */
    public void clear() {
        chains.clear();
    }
}
