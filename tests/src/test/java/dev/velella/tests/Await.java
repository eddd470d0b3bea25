package dev.velella.tests;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Waits for conditions. */
public final class Await {
    /** What is awaited happens at all, or not: a machine on which much else runs may need this long. */
    static final Duration LEAST = Duration.ofSeconds(300);

    private static final long SHORTEST_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LONGEST_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private Await() {}

    /**
     * Until the condition holds; fails after the time with what was awaited. Between two looks as much time passes as a look
     * takes, half a second at most, so that what is awaited gets on.
     *
     * @param patience longest wait; {@link #LEAST} where it is shorter
     */
    public static void until(String what, Duration patience, Callable<Boolean> condition) throws Exception {
        Duration longest = patience.compareTo(LEAST) < 0 ? LEAST : patience;
        long deadline = System.nanoTime() + longest.toNanos();
        long begin = System.nanoTime();
        while (!condition.call()) {
            long end = System.nanoTime();
            if (end > deadline) {
                throw new AssertionError("not within " + longest.toSeconds() + " s: " + what);
            }
            TimeUnit.NANOSECONDS.sleep(Math.min(LONGEST_PAUSE_NS, Math.max(SHORTEST_PAUSE_NS, end - begin)));
            begin = System.nanoTime();
        }
    }
}
