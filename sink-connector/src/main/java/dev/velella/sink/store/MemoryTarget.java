package dev.velella.sink.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.eclipse.rdf4j.common.exception.RDF4JException;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.RepositoryResult;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.jspecify.annotations.Nullable;

/**
 * An RDF4J MemoryStore in a directory: all statements on the heap (about 310 bytes each), and a file that a checkpoint
 * rewrites as a whole. One directory serves one task of one process at a time.
 *
 * <p>Invariants: the file holds the state after some whole batch, system graph included. {@code trusted} says that memory
 * does too; a transaction that fails leaves it false, and then nothing is written to the file until {@link #reopen} has
 * read it again.
 *
 * <p>The sink's thread calls everything but {@link Queryable}, whose methods any thread may call.
 */
public final class MemoryTarget implements Target, Queryable {
    private final Path directory;
    private final SystemGraph system;
    private final BatchTransaction transaction;
    private final Function<Path, CheckpointedMemoryStore> stores;
    private final DirectoryLock lock;

    private CheckpointedMemoryStore store;
    private Progress progress;
    private Changes lastChanges = new Changes(0, 0);
    private boolean trusted;
    private boolean closed;
    private volatile @Nullable SailRepository repository;
    private volatile StoreStatus status;

    /**
     * Opens the store in a directory, or makes one there.
     *
     * @param directory made where it does not exist
     * @param connector name of the connector, under which offsets and chains are kept
     * @param lockPatience how long to wait while another task or process still has the directory
     * @throws StoreFailedException if the directory is in use or not writable, or the store is damaged
     */
    public static MemoryTarget open(Path directory, String connector, Duration lockPatience) {
        return open(directory, connector, lockPatience, CheckpointedMemoryStore::new);
    }

    static MemoryTarget open(
            Path directory, String connector, Duration lockPatience, Function<Path, CheckpointedMemoryStore> stores) {
        DirectoryLock lock = DirectoryLock.acquire(directory, lockPatience);
        try {
            return new MemoryTarget(directory, connector, stores, lock);
        } catch (StoreFailedException e) {
            lock.close();
            throw e;
        }
    }

    private MemoryTarget(
            Path directory, String connector, Function<Path, CheckpointedMemoryStore> stores, DirectoryLock lock) {
        this.directory = directory;
        this.system = new SystemGraph(connector);
        this.transaction = new BatchTransaction(system);
        this.stores = stores;
        this.lock = lock;
        this.store = stores.apply(directory);
        this.progress = load();
        this.status = progress.status();
    }

    private Progress load() {
        refuseEmptyFile();
        SailRepository opened = new SailRepository(store);
        Progress loaded = attempt("open", () -> {
            opened.init();
            try (RepositoryConnection connection = opened.getConnection()) {
                return count(connection, identify(connection));
            }
        });
        repository = opened;
        trusted = true;
        return loaded;
    }

    /** MemoryStore would take an empty file for an empty store. */
    private void refuseEmptyFile() {
        Path file = directory.resolve("memorystore.data");
        boolean empty = attempt("read " + file.getFileName(), () -> Files.exists(file) && Files.size(file) == 0);
        if (empty) {
            throw new StoreFailedException(
                    file + " is empty, so the store is lost; delete the file to rebuild it from the topic", null);
        }
    }

    /** The store's id; a store without one gets one, and keeps it from now on. */
    private String identify(RepositoryConnection connection) throws IOException {
        if (!store.isWritable()) {
            throw new StoreFailedException("the store in " + directory + " is locked or not writable", null);
        }
        long layout = SystemGraph.readLong(connection, SystemGraph.GRAPH, SystemGraph.LAYOUT)
                .orElse(SystemGraph.CURRENT_LAYOUT);
        if (layout == SystemGraph.EARLIER_LAYOUT) {
            SystemGraph.writeLayout(connection); // durable with the first row of this layout
        } else if (layout != SystemGraph.CURRENT_LAYOUT) {
            String message = "the store in " + directory + " has layout " + layout + "; this version knows layouts "
                    + SystemGraph.EARLIER_LAYOUT + " and " + SystemGraph.CURRENT_LAYOUT;
            throw new StoreFailedException(message, null);
        }
        Optional<String> id = SystemGraph.readStoreId(connection);
        if (id.isPresent()) {
            return id.get();
        }
        String fresh = UUID.randomUUID().toString();
        SystemGraph.writeStoreId(connection, fresh);
        store.checkpoint();
        return fresh;
    }

    private Progress count(RepositoryConnection connection, String storeId) {
        long statements = connection.size();
        long streams = 0;
        List<PartitionId> partitions = new ArrayList<>();
        try (RepositoryResult<Statement> own = connection.getStatements(null, null, null, false, SystemGraph.GRAPH)) {
            for (Statement row : own) {
                statements--;
                if (system.isStream(row.getSubject())) {
                    streams++;
                } else if (row.getPredicate().equals(SystemGraph.NEXT_OFFSET)) {
                    system.partitionOf(row.getSubject()).ifPresent(partitions::add);
                }
            }
        }
        Map<PartitionId, PartitionOffsets> offsets = new HashMap<>();
        partitions.forEach(
                id -> offsets.put(id, system.readClaim(connection, id).offsets()));
        return new Progress(storeId, offsets, statements, streams);
    }

    @Override
    public String storeId() {
        return progress.storeId();
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.ALL;
    }

    @Override
    public Map<PartitionId, Claim> claim(Collection<PartitionId> partitions) {
        return change("claim partitions", connection -> transaction.claim(connection, partitions));
    }

    @Override
    public Map<PartitionId, Claim> apply(Batch batch) {
        return change("apply a batch", connection -> transaction.apply(connection, batch));
    }

    private Map<PartitionId, Claim> change(
            String purpose, Function<RepositoryConnection, BatchTransaction.Outcome> work) {
        if (!trusted) {
            throw new StoreFailedException("the store in " + directory + " failed and must be reopened", null);
        }
        trusted = false;
        try (RepositoryConnection connection = connect()) {
            BatchTransaction.Outcome outcome = attempt(purpose, () -> work.apply(connection));
            progress.advance(outcome);
            lastChanges = outcome.changes();
            status = progress.status();
            trusted = true;
            return outcome.claims();
        } catch (StaleClaimException e) {
            trusted = true; // it is thrown before the first write
            throw e;
        }
    }

    @Override
    public Optional<StreamState> chain(StreamId stream) {
        return attempt("read", () -> {
            try (RepositoryConnection connection = connect()) {
                return system.readChain(connection, stream);
            }
        });
    }

    @Override
    public Collection<Statement> statements(IRI graph) {
        return attempt("read", () -> {
            try (RepositoryConnection connection = connect();
                    RepositoryResult<Statement> found = connection.getStatements(null, null, null, false, graph)) {
                return found.stream().toList();
            }
        });
    }

    @Override
    public Optional<Changes> lastChanges() {
        return Optional.of(lastChanges);
    }

    @Override
    public boolean isCheckpointNeeded() {
        return trusted && !progress.isDurable();
    }

    @Override
    public void checkpoint() {
        if (trusted) {
            attempt("checkpoint", () -> {
                store.checkpoint();
                return true;
            });
            progress.madeDurable();
            status = progress.status();
        }
    }

    @Override
    public Map<PartitionId, PartitionOffsets> durableOffsets() {
        return progress.durable();
    }

    @Override
    public void reopen() {
        shutDown();
        store = stores.apply(directory);
        progress = load();
        status = progress.status();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (isCheckpointNeeded()) {
                checkpoint();
            }
        } finally {
            shutDown();
            lock.close();
        }
    }

    private void shutDown() {
        trusted = false;
        SailRepository open = repository;
        repository = null;
        if (open != null) {
            attempt("close", () -> {
                open.shutDown();
                return true;
            });
        }
    }

    @Override
    public RepositoryConnection connect() {
        SailRepository open = repository;
        if (open == null) {
            throw new StoreFailedException("the store in " + directory + " is not open", null);
        }
        return open.getConnection();
    }

    @Override
    public StoreStatus status() {
        return status;
    }

    private interface Step<T> {
        T run() throws IOException;
    }

    private <T> T attempt(String purpose, Step<T> step) {
        try {
            return step.run();
        } catch (RDF4JException | IOException e) {
            throw new StoreFailedException("cannot " + purpose + " in the store of " + directory + ": " + e, e);
        }
    }
}
