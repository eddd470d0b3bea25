package dev.velella.tests;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Waits for conditions. */
public final class Await {
    /** What is awaited happens at all, or not: a machine on which much else runs may need this long. */
    static final Duration LEAST = Duration.ofSeconds(300);

    private Await() {}

    /**
     * Until the condition holds; fails after the time with what was awaited.
     *
     * @param patience longest wait; {@link #LEAST} where it is shorter
     */
    public static void until(String what, Duration patience, Callable<Boolean> condition) throws Exception {
        Duration longest = patience.compareTo(LEAST) < 0 ? LEAST : patience;
        long deadline = System.nanoTime() + longest.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + longest.toSeconds() + " s: " + what);
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }
}
