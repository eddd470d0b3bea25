package dev.velella.sink.versions;

import dev.velella.sink.store.CommitRecord;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** The commits that a history can answer for. Any thread may read it. */
public interface CommitTable {
    /** Number of the first commit that is kept; above {@link #last} if there is none. */
    long first();

    /** Number of the last commit. */
    long last();

    /**
     * A commit.
     *
     * @param number from {@link #first} to {@link #last}
     */
    CommitRecord get(long number);

    /** A commit; empty if it is not kept, or not there yet. */
    Optional<CommitRecord> find(long number);

    /**
     * The last commit whose time is not after a time; {@code first() - 1} if all are later.
     *
     * @param clock gives a time of a commit that never falls from commit to commit
     */
    default long lastUntil(long time, ToLongFunction<CommitRecord> clock) {
        long low = first();
        long high = last() + 1;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (clock.applyAsLong(get(middle)) <= time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }
}
