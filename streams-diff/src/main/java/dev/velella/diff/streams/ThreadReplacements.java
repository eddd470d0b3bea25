package dev.velella.diff.streams;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;

/**
 * Counts the failed threads that were replaced recently, so that a lasting fault ends the app, but not before it had minutes to pass.
 * Thread-safe.
 */
public final class ThreadReplacements {
    private static final long FIRST_WAIT_MS = 1_000;
    private static final long LONGEST_WAIT_MS = 60_000;

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

    /**
     * Grants and counts one more replacement, if there may be one.
     *
     * @return the wait before the new thread, in ms: none for the first in a window, then twice as long each time; empty if there
     *     were too many
     */
    public synchronized OptionalLong next(long nowNanos) {
        while (!granted.isEmpty() && nowNanos - granted.getFirst() > windowNanos) {
            granted.removeFirst();
        }
        if (granted.size() >= most) {
            return OptionalLong.empty();
        }
        int before = granted.size();
        granted.addLast(nowNanos);
        return OptionalLong.of(before == 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS << (before - 1)));
    }
}
