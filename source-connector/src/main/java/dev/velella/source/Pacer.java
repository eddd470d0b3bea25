package dev.velella.source;

import java.util.function.LongSupplier;

/**
 * Gives out permits at a steady rate. What was not asked for in time is lost beyond one second's worth, so a paused
 * reader does not catch up in a burst. Not thread-safe.
 */
final class Pacer {
    private static final double NANOS_PER_SECOND = 1e9;

    private final double permitsPerNano;
    private final double most;
    private final LongSupplier nanoTime;
    private long last;
    private double available = 1;

    /**
     * @param perSecond permits a second, 0 for as many as are wanted
     * @param nanoTime a clock such as {@link System#nanoTime}
     */
    Pacer(double perSecond, LongSupplier nanoTime) {
        this.permitsPerNano = perSecond / NANOS_PER_SECOND;
        this.most = Math.max(1, perSecond);
        this.nanoTime = nanoTime;
        this.last = nanoTime.getAsLong();
    }

    /** Takes as many permits as there are, up to the number wanted. */
    int take(int wanted) {
        if (permitsPerNano == 0) {
            return wanted;
        }
        refill();
        int given = (int) Math.min(wanted, Math.floor(available));
        available -= given;
        return given;
    }

    /** Time until there is a permit, in ns, at least 1; 0 if there is one now. */
    long nanosToWait() {
        if (permitsPerNano == 0) {
            return 0;
        }
        refill();
        return available >= 1 ? 0 : Math.max(1, (long) Math.ceil((1 - available) / permitsPerNano));
    }

    private void refill() {
        long now = nanoTime.getAsLong();
        available = Math.min(most, available + (now - last) * permitsPerNano);
        last = now;
    }
}
