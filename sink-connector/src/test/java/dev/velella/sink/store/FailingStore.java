package dev.velella.sink.store;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.rdf4j.sail.NotifyingSailConnection;
import org.eclipse.rdf4j.sail.SailException;
import org.eclipse.rdf4j.sail.memory.MemoryStoreConnection;

/** A store whose next commits fail after the data reached the memory. */
public final class FailingStore extends CheckpointedMemoryStore {
    private final AtomicInteger failures;

    private FailingStore(Path directory, AtomicInteger failures) {
        super(directory);
        this.failures = failures;
    }

    /** @param failures number of commits that fail from now on, counted down */
    public static MemoryTarget open(Path directory, String connector, AtomicInteger failures) {
        return MemoryTarget.open(directory, connector, Duration.ZERO, path -> new FailingStore(path, failures));
    }

    @Override
    protected NotifyingSailConnection getConnectionInternal() throws SailException {
        return new Connection();
    }

    private final class Connection extends MemoryStoreConnection {
        Connection() {
            super(FailingStore.this);
        }

        @Override
        protected void commitInternal() throws SailException {
            super.commitInternal();
            if (failures.get() > 0) {
                failures.decrementAndGet();
                throw new SailException("disk on fire");
            }
        }
    }
}
