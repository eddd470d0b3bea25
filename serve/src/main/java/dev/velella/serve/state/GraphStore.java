package dev.velella.serve.state;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Status;
import org.rocksdb.WriteBufferManager;
import org.rocksdb.WriteOptions;

/**
 * The state of the service in a directory of its own. It owns the directory: a lock keeps every other process out.
 *
 * <table>
 * <caption>Rows</caption>
 * <tr><td>offsets</td><td>partition → offset of the next record to apply, and offset from which all patches are kept</td></tr>
 * <tr><td>graphs</td><td>key of a stream → {@link StoredGraph}</td></tr>
 * <tr><td>changes</td><td>partition, offset of the last patch of a stream → key of the stream</td></tr>
 * <tr><td>patches</td><td>partition, offset → {@link StoredPatch}</td></tr>
 * <tr><td>versions</td><td>key of a stream, number of a patch → offset of the patch</td></tr>
 * <tr><td>broken</td><td>key of a stream → {@link BrokenStream}</td></tr>
 * <tr><td>dictionaries</td><td>name → dictionary on which graphs build</td></tr>
 * <tr><td>held</td><td>key of a broken stream, number of a patch → place of the patch, and {@link StoredPatch}</td></tr>
 * </table>
 *
 * <p>A {@link StoreBatch} writes graphs, patches and the next offset together or not at all, so after a crash the state is
 * the one of an offset. A {@link StoreView} reads one moment. The memory of the store lies outside of the heap, and is
 * bounded. Thread-safe; batches are written by one thread.
 */
public final class GraphStore implements AutoCloseable {
    private static final long CACHE_BYTES = 32L << 20;
    private static final long BUFFER_BYTES = 16L << 20;
    private static final byte[] FORMAT = StoreKeys.text("format");
    private static final byte[] VERSION = StoreKeys.text("2");
    private static final String DAMAGED = "is damaged; remove it, and the service builds it again";
    private static final byte[] TOPIC = StoreKeys.text("topic");

    private final Path directory;
    private final DBOptions options;
    private final ColumnFamilyOptions familyOptions;
    private final LRUCache cache;
    private final WriteBufferManager buffers;
    private final WriteOptions writing = new WriteOptions();
    private final List<ColumnFamilyHandle> families = new ArrayList<>();
    private final RocksDB db;
    private final StoredDictionaries dictionaries = new StoredDictionaries(this);

    /** Held for reading while the database is used, and for writing when it is closed. */
    private final ReentrantReadWriteLock use = new ReentrantReadWriteLock();

    private boolean closed;

    static {
        RocksDB.loadLibrary();
    }

    /**
     * Opens the store; makes it if there is none.
     *
     * @throws StoreException if the directory cannot be used
     */
    public GraphStore(Path directory) {
        this.directory = directory;
        cache = new LRUCache(CACHE_BYTES);
        buffers = new WriteBufferManager(BUFFER_BYTES, cache);
        familyOptions = new ColumnFamilyOptions()
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setWriteBufferSize(BUFFER_BYTES / 2)
                .setTableFormatConfig(new BlockBasedTableConfig()
                        .setBlockCache(cache)
                        .setCacheIndexAndFilterBlocks(true)
                        .setBlockSize(16 << 10)
                        .setFilterPolicy(new BloomFilter(10)));
        options = new DBOptions()
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setMaxOpenFiles(256)
                .setMaxBackgroundJobs(2)
                .setKeepLogFileNum(2)
                .setWriteBufferManager(buffers);
        List<ColumnFamilyDescriptor> described = new ArrayList<>();
        for (String name :
                List.of("default", "graphs", "changes", "patches", "versions", "broken", "held", "dictionaries")) {
            described.add(new ColumnFamilyDescriptor(StoreKeys.text(name), familyOptions));
        }
        try {
            Files.createDirectories(directory);
            byte[] format = storedFormat();
            if (format != null && !java.util.Arrays.equals(format, VERSION)) {
                closeOptions();
                throw failed(
                        "has the format " + StoreKeys.text(format) + "; this version knows format "
                                + StoreKeys.text(VERSION)
                                + ". Run the version that wrote it, or remove it, and the service builds it again",
                        null);
            }
            db = RocksDB.open(options, directory.toString(), described, families);
            if (format == null) {
                db.put(offsets(), FORMAT, VERSION);
            }
            dictionaries.load();
        } catch (IOException | RocksDBException e) {
            closeOptions();
            throw failed(
                    isDamage(e)
                            ? DAMAGED
                            : "cannot be opened; does another process use it, and may this one write to it",
                    e);
        }
    }

    private static boolean isDamage(Exception e) {
        return e instanceof RocksDBException thrown
                && thrown.getStatus() != null
                && thrown.getStatus().getCode() == Status.Code.Corruption;
    }

    /** Reads the format without a change, also of a store that has families which this version does not know. */
    private byte @Nullable [] storedFormat() throws RocksDBException {
        if (!Files.exists(directory.resolve("CURRENT"))) { // a store that is new, or was not made whole
            return null;
        }
        List<ColumnFamilyDescriptor> all = new ArrayList<>();
        try (Options plain = new Options()) {
            RocksDB.listColumnFamilies(plain, directory.toString())
                    .forEach(name -> all.add(new ColumnFamilyDescriptor(name, familyOptions)));
        }
        List<ColumnFamilyHandle> opened = new ArrayList<>();
        try (RocksDB reading = RocksDB.openReadOnly(options, directory.toString(), all, opened)) {
            byte[] format = reading.get(FORMAT);
            opened.forEach(ColumnFamilyHandle::close);
            return format;
        }
    }

    private StoreException failed(String problem, @Nullable Exception cause) {
        return new StoreException(
                "directory " + directory + " " + problem + (cause == null ? "" : ": " + cause.getMessage()), cause);
    }

    ColumnFamilyHandle offsets() {
        return families.get(0);
    }

    ColumnFamilyHandle graphs() {
        return families.get(1);
    }

    ColumnFamilyHandle changes() {
        return families.get(2);
    }

    ColumnFamilyHandle patches() {
        return families.get(3);
    }

    ColumnFamilyHandle versions() {
        return families.get(4);
    }

    ColumnFamilyHandle broken() {
        return families.get(5);
    }

    ColumnFamilyHandle held() {
        return families.get(6);
    }

    ColumnFamilyHandle dictionaries() {
        return families.get(7);
    }

    /** The dictionaries on which the stored graphs build. */
    public StoredDictionaries storedDictionaries() {
        return dictionaries;
    }

    RocksDB db() {
        return db;
    }

    /** The id of the topic whose patches the store holds; null if the store is new. */
    public @Nullable String topic() {
        byte[] id = read(() -> db.get(offsets(), TOPIC));
        return id == null ? null : StoreKeys.text(id);
    }

    /** Begins anew for a topic: removes everything. */
    public void begin(String topicId) {
        read(() -> {
            for (ColumnFamilyHandle family : families) {
                try (RocksIterator rows = db.newIterator(family)) {
                    rows.seekToLast();
                    if (rows.isValid()) {
                        db.deleteRange(family, new byte[0], rows.key());
                        db.delete(family, rows.key());
                    }
                }
            }
            db.put(offsets(), FORMAT, VERSION);
            db.put(offsets(), TOPIC, StoreKeys.text(topicId));
            dictionaries.clear();
            return true;
        });
    }

    /** Offset of the next record of a partition; -1 if the store has nothing of the partition. */
    public long nextOffset(int partition) {
        byte[] value = read(() -> db.get(offsets(), partitionKey(partition)));
        return value == null ? -1 : ByteBuffer.wrap(value).getLong();
    }

    static byte[] partitionKey(int partition) {
        return ByteBuffer.allocate(5).put((byte) 'p').putInt(partition).array();
    }

    static byte[] keptKey(int partition) {
        return ByteBuffer.allocate(5).put((byte) 'k').putInt(partition).array();
    }

    /** A batch without changes. The caller writes it with {@link StoreBatch#commit}, and closes it. */
    public StoreBatch batch() {
        return new StoreBatch(this);
    }

    /** The state as it is now. The caller closes it. */
    public StoreView view() {
        use.readLock().lock();
        try {
            checkOpen();
            return new StoreView(this);
        } finally {
            use.readLock().unlock();
        }
    }

    WriteOptions writing() {
        return writing;
    }

    /** An access to the database. */
    interface Access<T extends @Nullable Object> {
        T run() throws RocksDBException;
    }

    /**
     * Uses the database, which is not closed meanwhile.
     *
     * @throws StoreException if the store is closed, or the database has an error
     */
    <T extends @Nullable Object> T read(Access<T> access) {
        use.readLock().lock();
        try {
            checkOpen();
            return access.run();
        } catch (RocksDBException e) {
            throw failed(isDamage(e) ? DAMAGED : "cannot be read or written", e);
        } finally {
            use.readLock().unlock();
        }
    }

    /** Runs something while the database is open; does nothing if it is closed already. */
    void ifOpen(Runnable action) {
        use.readLock().lock();
        try {
            if (!closed) {
                action.run();
            }
        } finally {
            use.readLock().unlock();
        }
    }

    private void checkOpen() {
        if (closed) {
            throw failed("is closed", null);
        }
    }

    /** Waits for running accesses, and closes the database. Later accesses throw. */
    @Override
    public void close() {
        use.writeLock().lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            families.forEach(ColumnFamilyHandle::close);
            db.close();
            closeOptions();
        } finally {
            use.writeLock().unlock();
        }
    }

    private void closeOptions() {
        writing.close();
        familyOptions.close();
        options.close();
        buffers.close();
        cache.close();
    }
}
