package dev.velella.serve.state;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Snapshot;

/**
 * The state of the service at one moment. All that is read from one view is of the same moment, however long reading
 * takes. Holds files of the store on disk until it is closed, and little memory. One thread at a time may use it.
 */
public final class StoreView implements AutoCloseable {
    private final GraphStore store;
    private final Snapshot snapshot;
    private final ReadOptions reading;
    private final ReadOptions scanning;
    private boolean closed;

    StoreView(GraphStore store) {
        this.store = store;
        snapshot = store.db().getSnapshot();
        reading = new ReadOptions().setSnapshot(snapshot);
        scanning = new ReadOptions().setSnapshot(snapshot).setFillCache(false).setReadaheadSize(256 << 10);
    }

    /** The graph of a stream; null if the store has none. */
    public @Nullable StoredGraph graph(String key) {
        byte[] bytes = store.read(() -> store.db().get(store.graphs(), reading, StoreKeys.text(key)));
        return bytes == null ? null : StoredGraph.of(key, bytes, store.storedDictionaries());
    }

    /** Offset of the next record of each partition, in the order of the partitions. */
    public SortedMap<Integer, Long> nextOffsets() {
        return store.read(() -> {
            SortedMap<Integer, Long> found = new TreeMap<>();
            try (RocksIterator rows = store.db().newIterator(store.offsets(), reading)) {
                for (rows.seek(GraphStore.partitionKey(0)); rows.isValid() && rows.key()[0] == 'p'; rows.next()) {
                    if (rows.key().length == 5) {
                        found.put(
                                ByteBuffer.wrap(rows.key()).getInt(1),
                                ByteBuffer.wrap(rows.value()).getLong());
                    }
                }
            }
            return found;
        });
    }

    /** Offset from which all patches of a partition are kept; 0 if nothing was removed. */
    public long keptFrom(int partition) {
        byte[] value = store.read(() -> store.db().get(store.offsets(), reading, GraphStore.keptKey(partition)));
        return value == null ? 0 : ByteBuffer.wrap(value).getLong();
    }

    /** Whether a patch of a stream is kept. */
    public boolean hasPatch(String key, long number) {
        return store.read(() -> store.db().get(store.versions(), reading, StoreKeys.version(key, number)) != null);
    }

    /** Why a stream is not served; null if it is. */
    public @Nullable BrokenStream broken(String key) {
        byte[] bytes = store.read(() -> store.db().get(store.broken(), reading, StoreKeys.text(key)));
        return bytes == null ? null : BrokenStream.of(key, bytes);
    }

    /**
     * The streams of some partitions that are not served, in the order of their keys.
     *
     * @param prefix beginning of the keys; empty for all
     */
    public Rows<BrokenStream> broken(String prefix, Set<Integer> partitions) {
        byte[] first = StoreKeys.text(prefix);
        return new Scan<>(store.broken(), first) {
            @Override
            @Nullable
            BrokenStream row(RocksIterator rows) {
                BrokenStream found = BrokenStream.of(StoreKeys.text(rows.key()), rows.value());
                return partitions.contains(found.partition()) ? found : null;
            }

            @Override
            boolean isOver(byte[] key) {
                return isBehind(key, first);
            }
        };
    }

    /** All streams that are not served. */
    public Rows<BrokenStream> allBroken() {
        return new Scan<>(store.broken(), new byte[0]) {
            @Override
            BrokenStream row(RocksIterator rows) {
                return BrokenStream.of(StoreKeys.text(rows.key()), rows.value());
            }

            @Override
            boolean isOver(byte[] key) {
                return false;
            }
        };
    }

    /** The held patches of a broken stream from a number on, in the order of their numbers. */
    public Rows<StoredPatch> held(String key, long number) {
        return new Scan<>(store.held(), StoreKeys.version(key, number)) {
            @Override
            StoredPatch row(RocksIterator rows) {
                byte[] row = rows.value();
                return StoredPatch.of(
                        StoreKeys.partition(row), StoreKeys.offset(row), Arrays.copyOfRange(row, 12, row.length));
            }

            @Override
            boolean isOver(byte[] row) {
                return StoreKeys.number(row, key) < 0;
            }
        };
    }

    private static boolean isBehind(byte[] key, byte[] prefix) {
        return key.length < prefix.length || !Arrays.equals(prefix, Arrays.copyOf(key, prefix.length));
    }

    /**
     * The graphs of the streams of some partitions, in the order of their keys.
     *
     * @param prefix beginning of the keys; empty for all
     */
    public Rows<StoredGraph> graphs(String prefix, Set<Integer> partitions) {
        byte[] first = StoreKeys.text(prefix);
        return new Scan<>(store.graphs(), first) {
            @Override
            @Nullable
            StoredGraph row(RocksIterator rows) {
                byte[] value = rows.value();
                return partitions.contains(StoredGraph.partitionOf(value))
                        ? StoredGraph.of(StoreKeys.text(rows.key()), value, store.storedDictionaries())
                        : null;
            }

            @Override
            boolean isOver(byte[] key) {
                return isBehind(key, first);
            }
        };
    }

    /** The graphs of a partition that changed after an offset, in the order of their last changes. */
    public Rows<StoredGraph> changedAfter(int partition, long offset) {
        return new Scan<>(store.changes(), StoreKeys.place(partition, Math.max(0, offset + 1))) {
            @Override
            @Nullable
            StoredGraph row(RocksIterator rows) {
                return graph(StoreKeys.text(rows.value()));
            }

            @Override
            boolean isOver(byte[] key) {
                return StoreKeys.partition(key) != partition;
            }
        };
    }

    /** The kept patches of a stream from a number on, in the order of their numbers. */
    public Rows<StoredPatch> patches(String key, long number) {
        return new Scan<>(store.versions(), StoreKeys.version(key, number)) {
            @Override
            @Nullable
            StoredPatch row(RocksIterator rows) {
                byte[] place = rows.value();
                byte[] value = store.read(() -> store.db().get(store.patches(), reading, place));
                return value == null
                        ? null
                        : StoredPatch.of(StoreKeys.partition(place), StoreKeys.offset(place), value);
            }

            @Override
            boolean isOver(byte[] row) {
                return StoreKeys.number(row, key) < 0;
            }
        };
    }

    /** The kept patches of a stream from a number down, each with the number one lower. */
    public Rows<StoredPatch> patchesDown(String key, long number) {
        return new Rows<>() {
            private long next = number;

            @Override
            public @Nullable StoredPatch next() {
                byte[] row = StoreKeys.version(key, next--);
                return store.read(() -> {
                            byte[] place = store.db().get(store.versions(), reading, row);
                            byte[] value = place == null ? null : store.db().get(store.patches(), reading, place);
                            return Optional.ofNullable(
                                    value == null || place == null
                                            ? null
                                            : StoredPatch.of(
                                                    StoreKeys.partition(place), StoreKeys.offset(place), value));
                        })
                        .orElse(null);
            }
        };
    }

    /** The kept patches of a partition after an offset, in the order of their offsets. */
    public Rows<StoredPatch> patchesAfter(int partition, long offset) {
        return new Scan<>(store.patches(), StoreKeys.place(partition, Math.max(0, offset + 1))) {
            @Override
            StoredPatch row(RocksIterator rows) {
                return StoredPatch.of(partition, StoreKeys.offset(rows.key()), rows.value());
            }

            @Override
            boolean isOver(byte[] key) {
                return StoreKeys.partition(key) != partition;
            }
        };
    }

    /** Rows of a family from a key on. */
    private abstract class Scan<T> implements Rows<T> {
        private final RocksIterator rows;
        private boolean ended;

        Scan(ColumnFamilyHandle family, byte[] from) {
            rows = store.read(() -> store.db().newIterator(family, scanning));
            store.ifOpen(() -> rows.seek(from));
        }

        /** The row at the cursor; null to leave it out. */
        abstract @Nullable T row(RocksIterator rows);

        abstract boolean isOver(byte[] key);

        @Override
        public @Nullable T next() {
            if (ended) {
                return null;
            }
            return store.read(this::advance).orElse(null);
        }

        private Optional<T> advance() throws RocksDBException {
            while (rows.isValid() && !isOver(rows.key())) {
                T found = row(rows);
                rows.next();
                if (found != null) {
                    return Optional.of(found);
                }
            }
            rows.status();
            return Optional.empty();
        }

        @Override
        public void close() {
            if (!ended) {
                ended = true;
                store.ifOpen(rows::close);
            }
        }
    }

    /** Gives back the moment; may be called again. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            store.ifOpen(() -> {
                reading.close();
                scanning.close();
                store.db().releaseSnapshot(snapshot);
                snapshot.close();
            });
        }
    }
}
