package dev.velella.outbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.eclipse.rdf4j.sail.SailException;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that waits for its commit, and then the outcome. Made by the thread of the transaction; everything else happens
 * under the lock of the {@link CommitLog}.
 */
final class WaitingCommit {
    /** Most transactions in a group. */
    private static final int MOST = 64;

    /** A group takes no further transaction when it has so many changes. */
    private static final int MOST_CHANGES = 10_000;

    private final TransactionChanges changes;
    private boolean isEnded;
    private @Nullable SailException failure;

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
        isEnded = true;
        failure = outcome;
    }

    /** @throws SailException if the commit has failed; made for the thread that calls */
    void throwFailure() {
        SailException failed = failure;
        if (failed != null) {
            throw new SailException(failed.getMessage(), failed);
        }
    }
}
