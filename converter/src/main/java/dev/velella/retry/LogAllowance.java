package dev.velella.source.retry;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How much may be said in the log of what others cause, who may cause it as often as they like: some lines a minute, and then
 * how many there would have been. Thread-safe.
 */
public final class LogAllowance {
    private static final Logger log = LoggerFactory.getLogger(LogAllowance.class);
    private static final int LINES = 10;
    private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

    private final String subject;
    private final LongSupplier nanoTime;
    private long begin;
    private long lines;

    /** @param subject of the lines, as in "lines about SUBJECT" */
    public LogAllowance(String subject) {
        this(subject, System::nanoTime);
    }

    /** @param nanoTime a clock as {@link System#nanoTime} */
    LogAllowance(String subject, LongSupplier nanoTime) {
        this.subject = subject;
        this.nanoTime = nanoTime;
        begin = nanoTime.getAsLong();
    }

    /** Whether the next line may be written. */
    public synchronized boolean admits() {
        long now = nanoTime.getAsLong();
        if (now - begin >= MINUTE_NANOS) {
            if (lines > LINES) {
                log.warn("{} more lines about {} were left out", lines - LINES, subject);
            }
            begin = now;
            lines = 0;
        }
        lines++;
        return lines <= LINES;
    }
}
