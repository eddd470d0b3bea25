package dev.velella.source.replay;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells when elements are due that are replayed as they were recorded. The first is due at once, and so are those without a
 * time, and those that are earlier than the ones before them. Not thread-safe.
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
     * Time until an element is due, in ns; 0 if it is.
     *
     * @param eventTimeMs its time; null if it has none
     * @param pass how often its input has begun anew: times begin anew then
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
