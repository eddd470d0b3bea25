package dev.velella.diff.streams;

import java.util.concurrent.TimeUnit;

/**
 * How much of its time one thread of Kafka Streams has worked on records lately, and with that whether it has time for a commit
 * that is not due yet. A transaction has costs of its own, however few records are in it, so a busy thread does better to wait for its
 * commit interval. Times are those of {@link System#nanoTime}. Not thread-safe.
 */
public final class CommitPace {
    /** A thread has little to do that works on records for at most one part in so many. */
    static final int IDLE_PARTS = 4;

    /** What was longer ago says nothing of now. */
    static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final long leastNanos;
    private long sinceNanos;
    private long busyNanos;

    /** @param leastNanos from one early commit to the next */
    CommitPace(long leastNanos, long nowNanos) {
        this.leastNanos = leastNanos;
        this.sinceNanos = nowNanos;
    }

    /** It has worked on a record for so long. */
    void worked(long nanos) {
        busyNanos += nanos;
    }

    /** Whether it may commit now; if so, the next time is counted from now on. */
    boolean mayCommit(long nowNanos) {
        long passed = nowNanos - sinceNanos;
        boolean may = passed >= leastNanos && busyNanos * IDLE_PARTS <= passed;
        if (may || passed >= WINDOW_NANOS) {
            sinceNanos = nowNanos;
            busyNanos = 0;
        }
        return may;
    }
}
