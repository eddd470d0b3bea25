package dev.velella.outbox;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.TreeMap;

/**
 * Hashes of the statements that commits have added since the oldest open transaction began. A transaction that removes a
 * statement which somebody has removed and added again meanwhile conflicts: a memory store would keep the statement.
 *
 * <p>Owned by the {@link CommitLog}. Thread-safe. It has eight bytes for a statement, and forgets commits that no open
 * transaction can meet.
 */
final class RecentAdds {
    /** Number of open transactions by the number of the last commit before them. */
    private final TreeMap<Long, Integer> open = new TreeMap<>();

    private final ArrayDeque<Added> commits = new ArrayDeque<>();
    private long last;

    @SuppressWarnings("ArrayRecordComponent") // is never compared
    private record Added(long number, long[] sortedHashes) {}

    /** Begins a transaction; {@link #end} must get the result. Call it before the transaction reads anything. */
    synchronized long begin() {
        open.merge(last, 1, Integer::sum);
        return last;
    }

    synchronized void end(long begun) {
        open.computeIfPresent(begun, (number, count) -> count == 1 ? null : count - 1);
        long oldest = open.isEmpty() ? last : open.firstKey();
        while (!commits.isEmpty() && commits.getFirst().number() <= oldest) {
            commits.removeFirst();
        }
    }

    /** Takes the statements that a commit adds, before the store shows it. */
    synchronized void add(long[] hashes) {
        Arrays.sort(hashes);
        last++;
        if (!open.isEmpty() && hashes.length > 0) {
            commits.add(new Added(last, hashes));
        }
    }

    /** Whether a commit after the begin of a transaction has added a statement. */
    synchronized boolean addedSince(long begun, long hash) {
        for (Added commit : commits) {
            if (commit.number() > begun && Arrays.binarySearch(commit.sortedHashes(), hash) >= 0) {
                return true;
            }
        }
        return false;
    }
}
