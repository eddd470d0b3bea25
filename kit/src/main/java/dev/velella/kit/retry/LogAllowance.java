package dev.velella.kit.retry;

import dev.velella.rdf.ErrorText;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * Writes warnings about the behaviour of other parties, who may cause any number of them: at most some lines in an
 * interval. The next line after the interval tells how many were left out. Thread-safe.
 */
public final class LogAllowance {
    private final Logger log;
    private final int most;
    private final long intervalMs;
    private final LongSupplier clockMs;
    private long begin;
    private int lines;
    private long leftOut;

    /** @param most lines in an interval */
    LogAllowance(Logger log, int most, Duration interval, LongSupplier clockMs) {
        this.log = log;
        this.most = most;
        this.intervalMs = interval.toMillis();
        this.clockMs = clockMs;
    }

    /**
     * An allowance of one line every ten seconds.
     *
     * @param clockMs any steadily growing count of ms
     */
    public static LogAllowance everyTenSeconds(Logger log, LongSupplier clockMs) {
        return new LogAllowance(log, 1, Duration.ofSeconds(10), clockMs);
    }

    /** An allowance of ten lines a minute. */
    public static LogAllowance tenAMinute(Logger log) {
        return new LogAllowance(log, 10, Duration.ofMinutes(1), () -> System.nanoTime() / 1_000_000);
    }

    /** Writes a line, bounded by {@link ErrorText#line}; or only counts it, if the allowance is used up. */
    public synchronized void warn(String line) {
        long now = clockMs.getAsLong();
        if (lines == 0 || now - begin >= intervalMs) {
            begin = now;
            lines = 0;
        } else if (lines == most) {
            leftOut++;
            return;
        }
        lines++;
        log.warn("{}{}", ErrorText.line(line), leftOut == 0 ? "" : ". " + leftOut + " more since the last message");
        leftOut = 0;
    }
}
