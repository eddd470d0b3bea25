package dev.velella.serve.state;

import java.nio.ByteBuffer;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;

/** Changes of a {@link GraphStore} that are written together. Not thread-safe. */
public final class StoreBatch implements AutoCloseable {
    /** Most patches of a broken stream that are held. */
    private static final long MOST_HELD = 1000;

    private final GraphStore store;
    private final WriteBatch batch = new WriteBatch();

    StoreBatch(GraphStore store) {
        this.store = store;
    }

    /** A change of the batch. */
    private interface Change {
        void run() throws RocksDBException;
    }

    private void change(Change change) {
        store.read(() -> {
            change.run();
            return true;
        });
    }

    /**
     * The graph of a stream, in place of an older one.
     *
     * @param before the graph that the store has; null if it has none
     */
    public void put(StoredGraph graph, @Nullable StoredGraph before) {
        change(() -> {
            byte[] key = StoreKeys.text(graph.key());
            if (before != null) {
                batch.delete(store.changes(), change(before));
            }
            batch.put(store.graphs(), key, graph.toBytes());
            batch.put(store.changes(), change(graph), key);
        });
    }

    /** Several streams may have the same offset: that before the first record of the log. */
    private static byte[] change(StoredGraph graph) {
        byte[] key = StoreKeys.text(graph.key());
        return ByteBuffer.allocate(12 + key.length)
                .put(StoreKeys.place(graph.partition(), graph.offset()))
                .put(key)
                .array();
    }

    /** One more patch. */
    public void put(StoredPatch patch) {
        change(() -> {
            byte[] place = StoreKeys.place(patch.partition(), patch.offset());
            batch.put(store.patches(), place, patch.toBytes());
            batch.put(store.versions(), StoreKeys.version(patch.key(), patch.number()), place);
        });
    }

    /** A patch of a broken stream, which waits for a snapshot. Of a stream only the last ones are held. */
    public void hold(StoredPatch patch) {
        change(() -> {
            byte[] bytes = patch.toBytes();
            batch.put(
                    store.held(),
                    StoreKeys.version(patch.key(), patch.number()),
                    ByteBuffer.allocate(12 + bytes.length)
                            .put(StoreKeys.place(patch.partition(), patch.offset()))
                            .put(bytes)
                            .array());
            if (patch.number() > MOST_HELD) {
                batch.delete(store.held(), StoreKeys.version(patch.key(), patch.number() - MOST_HELD));
            }
        });
    }

    /** The stream is not served from now on. */
    public void put(BrokenStream stream) {
        change(() -> batch.put(store.broken(), StoreKeys.text(stream.key()), stream.toBytes()));
    }

    /** The stream is served again. Its older versions are not kept, because some of them are missing. */
    public void mend(String key) {
        change(() -> {
            batch.delete(store.broken(), StoreKeys.text(key));
            removeVersions(store.held(), key);
            removeVersions(store.versions(), key);
        });
    }

    private void removeVersions(ColumnFamilyHandle family, String key) throws RocksDBException {
        batch.deleteRange(family, StoreKeys.version(key, 0), StoreKeys.version(key, Long.MAX_VALUE));
    }

    /** Offset of the next record of a partition. */
    public void nextOffset(int partition, long offset) {
        change(() -> batch.put(
                store.offsets(),
                GraphStore.partitionKey(partition),
                ByteBuffer.allocate(8).putLong(offset).array()));
    }

    /**
     * Removes the oldest patches of a partition.
     *
     * @param before patches with a lower offset are removed
     * @param most most patches that are removed at once
     */
    public void trim(int partition, long before, int most) {
        change(() -> {
            try (RocksIterator rows = store.db().newIterator(store.patches())) {
                int removed = 0;
                long kept = -1;
                for (rows.seek(StoreKeys.place(partition, 0)); rows.isValid() && removed < most; rows.next()) {
                    byte[] place = rows.key();
                    if (StoreKeys.partition(place) != partition || StoreKeys.offset(place) >= before) {
                        break;
                    }
                    remove(StoredPatch.of(partition, StoreKeys.offset(place), rows.value()), place);
                    removed++;
                    kept = StoreKeys.offset(place) + 1;
                }
                if (kept >= 0) {
                    keptFrom(partition, kept);
                }
            }
        });
    }

    /** All patches of a partition from an offset on are kept. */
    public void keptFrom(int partition, long offset) {
        change(() -> batch.put(
                store.offsets(),
                GraphStore.keptKey(partition),
                ByteBuffer.allocate(8).putLong(offset).array()));
    }

    private void remove(StoredPatch patch, byte[] place) throws RocksDBException {
        batch.delete(store.patches(), place);
        batch.delete(store.versions(), StoreKeys.version(patch.key(), patch.number()));
    }

    /** Removes all patches of a partition, also the held ones. Its graphs stay, and so do its broken streams. */
    public void forgetPatches(int partition) {
        trim(partition, Long.MAX_VALUE, Integer.MAX_VALUE);
        change(() -> {
            try (StoreView view = store.view();
                    Rows<BrokenStream> broken = view.broken("", Set.of(partition))) {
                for (BrokenStream each = broken.next(); each != null; each = broken.next()) {
                    removeVersions(store.held(), each.key());
                }
            }
        });
    }

    /** Writes the batch, whole or not at all. */
    public void commit() {
        change(() -> store.db().write(store.writing(), batch));
    }

    @Override
    public void close() {
        batch.close();
    }
}
