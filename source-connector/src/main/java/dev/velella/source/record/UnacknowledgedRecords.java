package dev.velella.source.record;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records that were handed to the worker and that Kafka has not acknowledged yet. The worker asks for no records while its
 * producer waits, so somebody else must look now and then; it is then said in the log that nothing goes on, and what to check.
 *
 * <p>Thread-safe: records are handed out by the task, and acknowledged by threads of the producer.
 */
final class UnacknowledgedRecords {
    private static final Logger log = LoggerFactory.getLogger(UnacknowledgedRecords.class);

    /** How long Kafka may take before it is worth a line. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Connect's default of offset.flush.interval.ms, which is that of transactions by time. */
    private static final long DEFAULT_TRANSACTION_MS = 60_000;

    private static final long LONGEST_PAUSE_NANOS = Duration.ofMinutes(5).toNanos();

    private final long patienceNanos;
    private final Supplier<String> partitions;
    private final LongSupplier nanoTime;

    private long handedOut;
    private long acknowledged;

    /** When something was acknowledged last, or handed out after everything was acknowledged. */
    private long since;

    /** How long nothing must go on before it is said; grows each time. */
    private long sayAfterNanos;

    private boolean said;

    /**
     * Looks at nothing yet.
     *
     * @param options all options of the connector
     * @param partitions says how the partitions of records were found
     * @param nanoTime a clock as {@link System#nanoTime}
     */
    UnacknowledgedRecords(Map<String, String> options, Supplier<String> partitions, LongSupplier nanoTime) {
        patienceNanos = PATIENCE.toNanos() + transactionNanos(options);
        sayAfterNanos = patienceNanos;
        this.partitions = partitions;
        this.nanoTime = nanoTime;
        since = nanoTime.getAsLong();
    }

    /** Where the worker ends transactions by time, records are acknowledged at their end. */
    private static long transactionNanos(Map<String, String> options) {
        if (!"interval".equalsIgnoreCase(options.get("transaction.boundary"))) {
            return 0;
        }
        String interval = options.get("transaction.boundary.interval.ms");
        return TimeUnit.MILLISECONDS.toNanos(interval == null ? DEFAULT_TRANSACTION_MS : Long.parseLong(interval));
    }

    /** The worker is given so many more. */
    synchronized void handOut(int records) {
        if (handedOut == acknowledged) {
            since = nanoTime.getAsLong();
        }
        handedOut += records;
    }

    /** Kafka has one more, or the worker has left it out. */
    synchronized void acknowledge() {
        acknowledged++;
        since = nanoTime.getAsLong();
    }

    /** How many there are. */
    synchronized long count() {
        return handedOut - acknowledged;
    }

    /** For how long Kafka has acknowledged none although there are some; 0 where there are none. */
    synchronized long stalledMs() {
        return TimeUnit.NANOSECONDS.toMillis(stalledNanos());
    }

    private long stalledNanos() {
        return handedOut == acknowledged ? 0 : nanoTime.getAsLong() - since;
    }

    /** Says that nothing goes on, less and less often, and once that it does again. */
    synchronized void look() {
        long stalled = stalledNanos();
        if (stalled >= sayAfterNanos) {
            said = true;
            sayAfterNanos = stalled + Math.min(stalled, LONGEST_PAUSE_NANOS);
            log.warn(
                    "Kafka has acknowledged none of {} records for {} s; they were handed to the worker, whose producer"
                            + " still waits. {} Check (1) that the brokers of the worker are up; (2) that the topic exists"
                            + " in the worker's cluster, which GET / of the worker names (kafka_cluster_id), and has as"
                            + " many partitions there. The producer waits without end for a partition that does not"
                            + " exist; with producer.override.max.block.ms the task fails after that time and says so.",
                    count(),
                    TimeUnit.NANOSECONDS.toSeconds(stalled),
                    partitions.get());
        } else if (said && stalled < patienceNanos) {
            said = false;
            sayAfterNanos = patienceNanos;
            log.info("Kafka acknowledges records again");
        }
    }
}
