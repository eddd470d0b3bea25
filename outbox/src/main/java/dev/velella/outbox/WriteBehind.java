package dev.velella.outbox;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.eclipse.rdf4j.sail.SailException;
import org.eclipse.rdf4j.sail.base.SailClosable;
import org.eclipse.rdf4j.sail.base.WaitingChanges;
import org.jspecify.annotations.Nullable;

/**
 * Lets a store write many commits at once. A commit that is in the journal is safe, and everyone sees it in the store's memory; the store's
 * own files may follow later. RDF4J keeps commits in memory as long as a reader is open: this class is such a reader, and ends before
 * many changes wait or they wait for long. Then RDF4J writes them in one transaction.
 *
 * <p>This class owns the reader, and the thread that ends it. The lock of the {@link CommitLog} guards all methods. The thread runs an
 * action of the log, and that action takes the lock.
 *
 * <p>For LmdbStores alone. A MemoryStore keeps no commits for a reader; and if a NativeStore cannot write, because its disk is full,
 * it writes a part, so more changes at once would be more damage.
 */
final class WriteBehind {
    /** How long a commit waits at most. */
    static final Duration LONGEST = Duration.ofMillis(100);

    private static final int MOST_ROWS = 10_000;

    private final WaitingChanges changes;
    private final Duration longest;
    private final Runnable write;
    private final ScheduledThreadPoolExecutor timer;
    private @Nullable SailClosable reader;
    private @Nullable Future<?> end;
    private int rows;

    /**
     * Without a reader yet.
     *
     * @param longest how long a commit waits at most
     * @param write takes the lock and calls {@link #write}
     */
    WriteBehind(WaitingChanges changes, Duration longest, Runnable write) {
        this.changes = changes;
        this.longest = longest;
        this.write = write;
        timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "velella-outbox-writer");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Lets the commits from now on wait. Call it between two transactions. */
    void hold() {
        if (reader == null) {
            reader = changes.hold();
            rows = 0;
            end = timer.schedule(write, longest.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Notes a commit; true if so many changes wait that the store must write them now. */
    boolean add(int changes) {
        rows += changes;
        return rows >= MOST_ROWS;
    }

    /**
     * Lets the store write what waits. If other readers are open, it does so when they have ended.
     *
     * @throws SailException if the store cannot write; RDF4J has given the commits up then
     */
    void write() {
        SailClosable open = reader;
        Future<?> planned = end;
        reader = null;
        end = null;
        if (planned != null) {
            planned.cancel(false);
        }
        if (open != null) {
            open.close();
        }
    }

    /** Ends the thread, and waits for it. Call it without the lock. */
    void stopThread() {
        timer.shutdown();
        boolean interrupted = false;
        while (!timer.isTerminated()) {
            try {
                timer.awaitTermination(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                interrupted = true; // an interrupted write could damage the store
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
