package dev.velella.diff.state;

import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The logs of the changes of streams, in the state store beside the graphs. Owned by the processor that owns the store. Not
 * thread-safe.
 */
public final class ChangeLogs {
    private final KeyValueStore<Bytes, byte[]> store;

    public ChangeLogs(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    /**
     * The log of a stream; an empty one if it has none.
     *
     * @throws IllegalStateException if the stored log is damaged
     */
    public ChangeLog load(Bytes stream) {
        byte[] stored = store.get(StateRecords.changesKey(stream));
        try {
            return stored == null ? ChangeLog.NONE : ChangeLog.read(stored);
        } catch (IllegalArgumentException e) {
            throw new DamagedStateException(stream, e);
        }
    }

    /** Stores the log of a stream. */
    public void save(Bytes stream, ChangeLog log) {
        store.put(StateRecords.changesKey(stream), log.toBytes());
    }
}
