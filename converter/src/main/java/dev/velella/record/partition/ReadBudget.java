package dev.velella.record.partition;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.common.errors.TimeoutException;

/** The rest of the {@link LookBackLimits} during one look-back. Not thread-safe. */
public final class ReadBudget {
    private final LookBackLimits limits;
    private final LongSupplier nanoTime;
    private final long begin;
    private long records;
    private long bytes;

    public ReadBudget(LookBackLimits limits, LongSupplier nanoTime) {
        this.limits = limits;
        this.nanoTime = nanoTime;
        begin = nanoTime.getAsLong();
    }

    /**
     * The rest of the time, more than zero.
     *
     * @throws TimeoutException if the time is over
     */
    Duration timeLeft() {
        long left = TimeUnit.MILLISECONDS.toNanos(limits.timeoutMs()) - (nanoTime.getAsLong() - begin);
        if (left <= 0) {
            throw new TimeoutException("not done within " + limits.timeoutMs() + " ms");
        }
        return Duration.ofNanos(left);
    }

    /** Counts a record that was read. */
    void take(int valueBytes) {
        records++;
        bytes += valueBytes;
    }

    /** Whether no more bytes may be read. */
    boolean isSpent() {
        return records >= limits.records() || bytes >= limits.bytes();
    }

    /** Records that may still be read. */
    public long recordsLeft() {
        return limits.records() - records;
    }

    /** Records read so far. */
    public long records() {
        return records;
    }

    /** Bytes of values read so far. */
    public long bytes() {
        return bytes;
    }
}
