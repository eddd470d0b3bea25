package dev.velella.tests;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Waits for conditions. */
public final class Await {
    /** What is awaited happens at all, or not: a machine on which much else runs may need this long. */
    static final Duration LEAST = Duration.ofSeconds(300);

    /** Programs for each processor that a busy machine runs; where there are more, all of them get on more slowly. */
    private static final int MANY = 4;

    private static final OperatingSystemMXBean MACHINE = ManagementFactory.getOperatingSystemMXBean();

    private static final long SHORTEST_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LONGEST_PAUSE_NS = TimeUnit.SECONDS.toNanos(1);

    /** How much longer than a look the pause after it is: looks take processors from what is awaited. */
    private static final int PAUSE_FOR_A_LOOK = 4;

    private Await() {}

    /**
     * Until the condition holds; fails after the time with what was awaited. Between two looks four times as much time passes as
     * a look takes, a second at most, so that what is awaited gets on. On a machine that is busy beyond measure the time counts
     * less: a second counts as half a second where twice as much runs as on a busy machine.
     *
     * @param patience longest wait; {@link #LEAST} where it is shorter
     */
    public static void until(String what, Duration patience, Callable<Boolean> condition) throws Exception {
        Duration longest = patience.compareTo(LEAST) < 0 ? LEAST : patience;
        long left = longest.toNanos();
        long last = System.nanoTime();
        while (true) {
            long begin = System.nanoTime();
            if (condition.call()) {
                return;
            }
            long end = System.nanoTime();
            left -= (long) ((end - last) / crowd());
            last = end;
            if (left < 0) {
                throw new AssertionError("not within " + longest.toSeconds() + " s: " + what);
            }
            TimeUnit.NANOSECONDS.sleep(
                    Math.min(LONGEST_PAUSE_NS, Math.max(SHORTEST_PAUSE_NS, PAUSE_FOR_A_LOOK * (end - begin))));
        }
    }

    /** How many times more runs than on a busy machine; 1 where less does, or where the machine does not tell. */
    private static double crowd() {
        return Math.max(1, MACHINE.getSystemLoadAverage() / (MANY * MACHINE.getAvailableProcessors()));
    }
}
