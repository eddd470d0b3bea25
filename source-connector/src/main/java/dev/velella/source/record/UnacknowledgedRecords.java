package dev.velella.source.record;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the records that were handed to the worker and that Kafka has not acknowledged yet. The worker does not call
 * the task while its producer waits. Therefore another thread calls {@link #look} from time to time. If nothing goes
 * on, it logs this with a list of things to check.
 *
 * <p>Thread-safe: the task hands out records, and threads of the producer acknowledge them.
 */
final class UnacknowledgedRecords {
    private static final Logger log = LoggerFactory.getLogger(UnacknowledgedRecords.class);

    /** Longest time without an acknowledgement that is not worth a log line. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /**
     * Connect's default of {@code offset.flush.interval.ms}. It is also the default interval of transactions by time.
     */
    private static final long DEFAULT_TRANSACTION_MS = 60_000;

    private static final long LONGEST_PAUSE_NANOS = Duration.ofMinutes(5).toNanos();

    private final long patienceNanos;
    private final Supplier<String> partitions;
    private final LongSupplier nanoTime;

    private long handedOut;
    private long acknowledged;

    /** Time of the last acknowledgement, or of the first record after everything was acknowledged. */
    private long since;

    /** Time without progress before the next log line; grows with each line. */
    private long sayAfterNanos;

    private boolean said;

    /**
     * Creates counts without records.
     *
     * @param options all options of the connector
     * @param partitions tells in a sentence how the partitions of records were found
     * @param nanoTime a clock as {@link System#nanoTime}
     */
    UnacknowledgedRecords(Map<String, String> options, Supplier<String> partitions, LongSupplier nanoTime) {
        patienceNanos = PATIENCE.toNanos() + transactionNanos(options);
        sayAfterNanos = patienceNanos;
        this.partitions = partitions;
        this.nanoTime = nanoTime;
        since = nanoTime.getAsLong();
    }

    /**
     * The interval of transactions by time, in ns, because records are acknowledged at the end of a transaction; 0 for
     * other transactions.
     */
    private static long transactionNanos(Map<String, String> options) {
        if (!"interval".equalsIgnoreCase(options.get("transaction.boundary"))) {
            return 0;
        }
        String interval = options.get("transaction.boundary.interval.ms");
        return TimeUnit.MILLISECONDS.toNanos(interval == null ? DEFAULT_TRANSACTION_MS : Long.parseLong(interval));
    }

    /** Adds records that the worker gets. */
    synchronized void handOut(int records) {
        if (handedOut == acknowledged) {
            since = nanoTime.getAsLong();
        }
        handedOut += records;
    }

    /** Counts a record that Kafka has, or that the worker has dropped. */
    synchronized void acknowledge() {
        acknowledged++;
        since = nanoTime.getAsLong();
    }

    /** The number of unacknowledged records. */
    synchronized long count() {
        return handedOut - acknowledged;
    }

    /** The time since the last acknowledgement, in ms; 0 if all records are acknowledged. */
    synchronized long stalledMs() {
        return TimeUnit.NANOSECONDS.toMillis(stalledNanos());
    }

    private long stalledNanos() {
        return handedOut == acknowledged ? 0 : nanoTime.getAsLong() - since;
    }

    /** Logs that nothing goes on, less and less often, and logs once when records are acknowledged again. */
    synchronized void look() {
        long stalled = stalledNanos();
        if (stalled >= sayAfterNanos) {
            said = true;
            sayAfterNanos = stalled + Math.min(stalled, LONGEST_PAUSE_NANOS);
            log.warn(
                    "Kafka has acknowledged none of {} records for {} s; the worker has them, and its producer"
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
