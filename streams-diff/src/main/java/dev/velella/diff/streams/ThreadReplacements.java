package dev.velella.diff.streams;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** Counts how many failed threads were replaced of late, so that a lasting fault ends the app. Thread-safe. */
public final class ThreadReplacements {
    private final int most;
    private final long windowNanos;

    /** When each of the last replacements was granted, oldest first; never more than {@link #most}. */
    private final Deque<Long> granted = new ArrayDeque<>();

    /**
     * @param most replacements in a window
     * @param window length of time that is looked back
     */
    public ThreadReplacements(int most, Duration window) {
        this.most = most;
        this.windowNanos = window.toNanos();
    }

    /** Whether one more thread may be replaced; if so, it counts. */
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
