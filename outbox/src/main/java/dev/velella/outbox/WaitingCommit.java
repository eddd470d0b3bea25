package dev.velella.outbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.rdf4j.sail.SailException;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that waits for its commit, and then the outcome. Made by the thread of the transaction, which alone waits; the others
 * end it under the lock of the {@link CommitLog}, or wake it.
 */
final class WaitingCommit {
    /** Most transactions in a group. */
    static final int MOST = 64;

    /** A group takes no further transaction when it has so many changes. */
    private static final int MOST_CHANGES = 10_000;

    private final TransactionChanges changes;
    private final Thread thread = Thread.currentThread();
    private @Nullable SailException failure;
    private volatile boolean isEnded;

    WaitingCommit(TransactionChanges changes) {
        this.changes = changes;
    }

    /** Takes the next group out of a queue that is not empty. */
    static List<WaitingCommit> next(Queue<WaitingCommit> waiting) {
        List<WaitingCommit> group = new ArrayList<>();
        int size = 0;
        while (group.size() < MOST && size < MOST_CHANGES) {
            WaitingCommit next = waiting.poll();
            if (next == null) {
                break;
            }
            group.add(next);
            size += next.changes.statements().size();
        }
        return group;
    }

    TransactionChanges changes() {
        return changes;
    }

    boolean isEnded() {
        return isEnded;
    }

    /** @param outcome null if the transaction is committed */
    void end(@Nullable SailException outcome) {
        failure = outcome;
        isEnded = true;
        wake();
    }

    /** Waits until somebody wakes this thread, or for no reason. */
    void await() {
        LockSupport.park(this);
    }

    /** As {@link #await()}, and at most so long. */
    void await(long nanos) {
        LockSupport.parkNanos(this, nanos);
    }

    /** Lets the thread of the transaction look whether it has ended, or can commit. */
    void wake() {
        LockSupport.unpark(thread);
    }

    /** @throws SailException if the commit has failed; made for the thread that calls */
    void throwFailure() {
        SailException failed = failure;
        if (failed != null) {
            throw new SailException(failed.getMessage(), failed);
        }
    }
}
