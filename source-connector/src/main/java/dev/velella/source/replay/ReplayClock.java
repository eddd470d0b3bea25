package dev.velella.source.replay;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells when elements are due that are replayed at the speed of their recording, or faster. These elements are due at
 * once: the first element, elements without a time, and elements with an earlier time than the elements before them.
 * Not thread-safe.
 */
public final class ReplayClock {
    private final double speedup;
    private final LongSupplier nanoTime;
    private boolean begun;
    private long pass;
    private long beginMs;
    private long beginNanos;

    /**
     * @param speedup how many times faster than recorded; 0 for as fast as possible
     * @param nanoTime a clock such as {@link System#nanoTime}
     */
    public ReplayClock(double speedup, LongSupplier nanoTime) {
        this.speedup = speedup;
        this.nanoTime = nanoTime;
    }

    /**
     * Time until an element is due, in ns; 0 if it is due now.
     *
     * @param eventTimeMs time of the element, in ms since 1970; null if it has none
     * @param pass number of times that its input has begun anew; the times begin anew then
     */
    long nanosToWait(@Nullable Long eventTimeMs, long pass) {
        if (speedup == 0 || eventTimeMs == null) {
            return 0;
        }
        if (!begun || pass != this.pass) {
            begun = true;
            this.pass = pass;
            beginMs = eventTimeMs;
            beginNanos = nanoTime.getAsLong();
        }
        double recorded = (double) TimeUnit.MILLISECONDS.toNanos(eventTimeMs - beginMs);
        return Math.max(0, (long) (recorded / speedup) - (nanoTime.getAsLong() - beginNanos));
    }
}
