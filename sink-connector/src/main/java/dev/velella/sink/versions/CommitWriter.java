package dev.velella.sink.versions;

import dev.velella.kit.thread.Daemon;
import dev.velella.sink.store.CommitRecord;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Writes commits into a history in a thread of its own, one after the other, while the sink applies the next ones. The
 * sink waits only if too many statements are on their way; a reader waits until its commit is written.
 *
 * <p>After a failure no more commits are written, and every caller gets the failure: the sink before its next checkpoint,
 * so that the file of the store never has a commit that the history lacks.
 *
 * <p>Thread-safe. A caller that is interrupted waits on, and stays interrupted.
 */
final class CommitWriter implements AutoCloseable {
    /** Number of waiting statements from which on the sink waits. */
    private static final int MOST_WAITING = 1 << 16;

    private final Step step;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final ArrayDeque<Change> waiting = new ArrayDeque<>();
    private int statements;
    private long written;
    private @Nullable Throwable failure;
    private boolean closed;
    private @Nullable Thread thread;

    /**
     * A commit that is not in the history yet.
     *
     * @param since the first commit whose pages must be kept
     */
    record Change(CommitRecord commit, List<Statement> removes, List<Statement> adds, long since) {
        int statements() {
            return removes.size() + adds.size();
        }
    }

    /** Writes one commit. */
    interface Step {
        void write(Change change) throws IOException;
    }

    /** @param written the last commit that the history has already */
    CommitWriter(long written, Step step) {
        this.written = written;
        this.step = step;
    }

    /** Hands over the next commit. Its lists are not changed any more. */
    void put(Change change) {
        lock.lock();
        try {
            while (statements >= MOST_WAITING && failure == null) {
                moved.awaitUninterruptibly();
            }
            check();
            waiting.add(change);
            statements += change.statements();
            if (thread == null) {
                thread = Daemon.of("velella-history", this::writeAll);
                thread.start();
            }
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns when a commit that was handed over is written.
     *
     * @throws IllegalStateException if it could not be written, or the history was closed meanwhile
     */
    void await(long commit) {
        lock.lock();
        try {
            while (written < commit && failure == null && !closed) {
                moved.awaitUninterruptibly();
            }
            if (written < commit) {
                check();
                throw new IllegalStateException("the store was closed while its history was read");
            }
        } finally {
            lock.unlock();
        }
    }

    private void check() {
        Throwable failed = failure;
        if (failed != null) {
            throw new IllegalStateException("the history could not be written: " + failed.getMessage(), failed);
        }
    }

    private void writeAll() {
        for (Change change = next(null); change != null; change = next(change)) {
            try {
                step.write(change);
            } catch (IOException | RuntimeException | Error e) {
                fail(e);
                return;
            }
        }
    }

    /** Notes that a commit is written, and waits for the next one; null if the history was closed. */
    private @Nullable Change next(@Nullable Change done) {
        lock.lock();
        try {
            if (done != null) {
                written = done.commit().number();
                statements -= done.statements();
                moved.signalAll();
            }
            while (waiting.isEmpty() && !closed) {
                moved.awaitUninterruptibly();
            }
            return closed ? null : waiting.remove();
        } finally {
            lock.unlock();
        }
    }

    private void fail(Throwable cause) {
        lock.lock();
        try {
            failure = cause;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the thread after the commit that it is writing. Commits that wait are dropped. */
    @Override
    public void close() {
        Thread writing;
        lock.lock();
        try {
            closed = true;
            moved.signalAll();
            writing = thread;
        } finally {
            lock.unlock();
        }
        boolean interrupted = false;
        while (writing != null && writing.isAlive()) {
            try {
                writing.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
