package dev.velella.outbox;

/**
 * Says how long a group of commits waits for further transactions. Without it, writers that work side by side fall into two halves:
 * while one writer commits alone all others come to wait, and the store does two commits in place of one. PostgreSQL has the same
 * wait as {@code commit_delay}; here it follows the transactions that were seen.
 *
 * <p>A group waits for as many transactions as came with the group before and during it, and at most for a quarter of the time that a
 * group takes. So a writer that is alone never waits, and a writer that has stopped delays one group.
 *
 * <p>The lock of the {@link CommitLog} guards it.
 */
final class Arrivals {
    /** A shorter wait is not worth the change of threads. */
    private static final long SHORTEST_NANOS = 100_000;

    private int expected = 1;
    private long groupNanos;

    /**
     * Notes a group that has been committed.
     *
     * @param size transactions of the group
     * @param waiting transactions that came while it was committed
     * @param nanos time of its commit
     */
    void groupEnded(int size, int waiting, long nanos) {
        expected = Math.min(WaitingCommit.MOST, size + waiting);
        groupNanos = groupNanos == 0 ? nanos : groupNanos - groupNanos / 8 + nanos / 8;
    }

    /** Whether a group of so many transactions is as large as the next one is expected to be. */
    boolean isComplete(int waiting) {
        return waiting >= expected;
    }

    /** How long an incomplete group waits at most, in ns; 0 if not at all. */
    long patienceNanos() {
        long patience = groupNanos / 4;
        return patience < SHORTEST_NANOS ? 0 : patience;
    }
}
