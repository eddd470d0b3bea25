package dev.velella.sink.store;

import dev.velella.sink.embedded.CheckpointedMemoryStore;
import dev.velella.sink.embedded.MemoryTarget;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.rdf4j.sail.SailChangedEvent;
import org.eclipse.rdf4j.sail.SailException;

/** A store whose next commits fail after the data reached the memory, or that loses what no checkpoint wrote. */
public final class FailingStore extends CheckpointedMemoryStore {
    private final AtomicInteger failures;
    private final AtomicBoolean crashing;

    private FailingStore(Path directory, AtomicInteger failures, AtomicBoolean crashing) {
        super(directory);
        this.failures = failures;
        this.crashing = crashing;
    }

    /** @param failures number of commits that fail from now on, counted down */
    public static MemoryTarget open(Path directory, String connector, AtomicInteger failures) {
        return MemoryTarget.open(
                directory, connector, Duration.ZERO, path -> new FailingStore(path, failures, new AtomicBoolean()));
    }

    /** @param crashing while true nothing reaches the file any more, so that closing is like a crash of the process */
    public static MemoryTarget open(Path directory, String connector, AtomicBoolean crashing) {
        return MemoryTarget.open(
                directory, connector, Duration.ZERO, path -> new FailingStore(path, new AtomicInteger(), crashing));
    }

    @Override
    public void checkpoint() throws IOException {
        if (crashing.get()) {
            throw new IOException("crashed");
        }
        super.checkpoint();
    }

    @Override
    public void notifySailChanged(SailChangedEvent event) {
        super.notifySailChanged(event);
        if (failures.get() > 0) {
            failures.decrementAndGet();
            throw new SailException("disk on fire");
        }
    }
}
