package dev.velella.source.replay;

import java.util.function.LongSupplier;

/**
 * Gives out permits at a steady rate. At high rates it gives out the permits of {@value #STEP_MS} ms together, because
 * the records of one batch share a transaction, and each transaction has a cost. Unused permits are kept for one second
 * only, so a paused reader does not catch up in a burst. Not thread-safe.
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

    /**
     * Whether the available permits may be taken. True from the moment when the permits of a step are there, until less
     * than one permit is left.
     */
    private boolean giving = true;

    /**
     * @param perSecond permits a second; 0 for no limit
     * @param nanoTime a clock such as {@link System#nanoTime}
     */
    public Pacer(double perSecond, LongSupplier nanoTime) {
        this.permitsPerNano = perSecond / NANOS_PER_SECOND;
        this.most = Math.max(1, perSecond);
        this.least = Math.max(1, perSecond * STEP_MS / 1000);
        this.nanoTime = nanoTime;
        this.last = nanoTime.getAsLong();
    }

    /**
     * Takes as many permits as there are, up to the number wanted. Takes none before the permits of a step are there.
     */
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

    /** Time until a permit can be taken, in ns, at least 1; 0 if one can be taken now. */
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
