package dev.velella.diff.streams;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** Counts the failed threads that were replaced recently, so that a lasting fault ends the app. Thread-safe. */
public final class ThreadReplacements {
    private final int most;
    private final long windowNanos;

    /**
     * The times at which the last replacements were granted, the oldest first. There are never more than {@link #most}.
     */
    private final Deque<Long> granted = new ArrayDeque<>();

    /**
     * @param most maximum number of replacements in a window
     * @param window length of the window
     */
    public ThreadReplacements(int most, Duration window) {
        this.most = most;
        this.windowNanos = window.toNanos();
    }

    /** Whether one more thread may be replaced. If so, this replacement is counted. */
    public synchronized boolean mayHaveAnother(long nowNanos) {
        while (!granted.isEmpty() && nowNanos - granted.getFirst() > windowNanos) {
            granted.removeFirst();
        }
        if (granted.size() >= most) {
            return false;
        }
        granted.addLast(nowNanos);
        return true;
    }
}
