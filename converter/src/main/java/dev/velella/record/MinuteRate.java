package dev.velella.record;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Allows a number of actions in a minute. The minute begins with the first action. Not thread-safe. */
public final class MinuteRate {
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final int most;
    private final LongSupplier nanoTime;
    private long begin;
    private int count;

    /**
     * A rate.
     *
     * @param most actions in a minute
     * @param nanoTime any steadily growing count of ns
     */
    public MinuteRate(int most, LongSupplier nanoTime) {
        this.most = most;
        this.nanoTime = nanoTime;
    }

    /** Whether one more action is allowed. If so, it is counted. */
    public boolean tryPass() {
        long now = nanoTime.getAsLong();
        if (count == 0 || now - begin >= MINUTE) {
            begin = now;
            count = 0;
        }
        if (count == most) {
            return false;
        }
        count++;
        return true;
    }
}
