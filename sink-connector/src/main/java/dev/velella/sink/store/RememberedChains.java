package dev.velella.sink.store;

import dev.velella.bounded.BoundedMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where streams stand in a store, as it was lately read or written. Of more streams than given the one used longest ago is
 * forgotten. Not thread-safe.
 */
public final class RememberedChains {
    private final Map<StreamId, Optional<StreamState>> chains;

    /** @param most streams that are remembered, at least 1 */
    public RememberedChains(int most) {
        chains = new BoundedMap<>(most);
    }

    /** Where a stream stands, read where it is not remembered; empty if it has no chain. */
    public Optional<StreamState> get(StreamId stream, Function<StreamId, Optional<StreamState>> read) {
        Optional<StreamState> known = chains.get(stream);
        if (known == null) {
            known = read.apply(stream);
            chains.put(stream, known);
        }
        return known;
    }

    /** Whether it is remembered where a stream stands, or that it has no chain. */
    public boolean knows(StreamId stream) {
        return chains.containsKey(stream);
    }

    /** A stream was read; empty if it has no chain. */
    public void read(StreamId stream, Optional<StreamState> state) {
        chains.put(stream, state);
    }

    /** Streams were written. */
    public void written(Map<StreamId, StreamState> states) {
        states.forEach((stream, state) -> chains.put(stream, Optional.of(state)));
    }

    /** Forgets all. */
    public void clear() {
        chains.clear();
    }
}
