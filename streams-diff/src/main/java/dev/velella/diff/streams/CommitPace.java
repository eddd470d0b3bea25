package dev.velella.diff.streams;

import java.util.concurrent.TimeUnit;

/**
 * Measures how much of its time one thread of Kafka Streams has lately spent on records, and decides whether the thread
 * may commit early. Every transaction has a fixed cost, even with few records, so a busy thread should wait for its
 * commit interval. Times are values of {@link System#nanoTime}. Not thread-safe.
 */
public final class CommitPace {
    /** A thread has little to do if it spends at most this part of its time (one divided by this number) on records. */
    static final int IDLE_PARTS = 4;

    /** Length of the measured window. Work from before the window does not count. */
    static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final long leastNanos;
    private long sinceNanos;
    private long busyNanos;

    /** @param leastNanos minimum time from one early commit to the next */
    CommitPace(long leastNanos, long nowNanos) {
        this.leastNanos = leastNanos;
        this.sinceNanos = nowNanos;
    }

    /** Adds the time that the thread has spent on a record. */
    void worked(long nanos) {
        busyNanos += nanos;
    }

    /** Whether the thread may commit now. If so, a new measurement begins. */
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
