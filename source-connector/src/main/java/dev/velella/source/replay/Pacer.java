package dev.velella.source.replay;

import java.util.function.LongSupplier;

/**
 * Gives out permits at a steady rate, at high rates those of {@value #STEP_MS} ms together: what is given out together shares a
 * transaction, which has costs of its own. What was not asked for in time is lost beyond one second's worth, so a paused
 * reader does not catch up in a burst. Not thread-safe.
 */
public final class Pacer {
    static final int STEP_MS = 10;

    private static final double NANOS_PER_SECOND = 1e9;

    private final double permitsPerNano;
    private final double most;
    private final double least;
    private final LongSupplier nanoTime;
    private long last;
    private double available = 1;

    /** Whether what there is may be taken: since there was a step's worth, until less than one permit is left. */
    private boolean giving = true;

    /**
     * @param perSecond permits a second, 0 for as many as are wanted
     * @param nanoTime a clock such as {@link System#nanoTime}
     */
    public Pacer(double perSecond, LongSupplier nanoTime) {
        this.permitsPerNano = perSecond / NANOS_PER_SECOND;
        this.most = Math.max(1, perSecond);
        this.least = Math.max(1, perSecond * STEP_MS / 1000);
        this.nanoTime = nanoTime;
        this.last = nanoTime.getAsLong();
    }

    /** Takes as many permits as there are, up to the number wanted; once there was a step's worth. */
    int take(int wanted) {
        if (permitsPerNano == 0) {
            return wanted;
        }
        refill();
        giving |= available >= least;
        int given = !giving ? 0 : (int) Math.min(wanted, Math.floor(available));
        available -= given;
        giving &= available >= 1;
        return given;
    }

    /** Time until there is a permit, in ns, at least 1; 0 if there is one now. */
    long nanosToWait() {
        if (permitsPerNano == 0) {
            return 0;
        }
        refill();
        return giving || available >= least ? 0 : Math.max(1, (long) Math.ceil((least - available) / permitsPerNano));
    }

    private void refill() {
        long now = nanoTime.getAsLong();
        available = Math.min(most, available + (now - last) * permitsPerNano);
        last = now;
    }
}
