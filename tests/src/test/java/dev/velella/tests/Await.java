package dev.velella.tests;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Waits for conditions. */
public final class Await {
    private Await() {}

    /** Until the condition holds; fails after the time with what was awaited. */
    public static void until(String what, Duration patience, Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + patience.toSeconds() + " s: " + what);
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }
}
