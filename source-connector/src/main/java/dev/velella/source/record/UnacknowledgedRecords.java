package dev.velella.source.record;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;
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

    /** Most topics that a log line names. */
    private static final int TOPICS_SHOWN = 10;

    private static final long LONGEST_PAUSE_NANOS = Duration.ofMinutes(5).toNanos();

    private final long patienceNanos;
    private final Function<Map<String, Integer>, String> knowledge;
    private final LongSupplier nanoTime;

    /** The unacknowledged records, by topic; topics without any are left out. */
    private final Map<String, Waiting> waiting = new TreeMap<>();

    /** Time of the last acknowledgement, or of the first record after everything was acknowledged. */
    private long since;

    /** Time without progress before the next log line; grows with each line. */
    private long sayAfterNanos;

    private boolean said;

    /**
     * Unacknowledged records of a topic.
     *
     * @param partition highest partition of those records and of records before them; -1 if they have none
     */
    private record Waiting(long records, int partition) {
        static Waiting of(SourceRecord record) {
            Integer partition = record.kafkaPartition();
            return new Waiting(1, partition == null ? -1 : partition);
        }

        Waiting with(Waiting other) {
            return new Waiting(records + other.records, Math.max(partition, other.partition));
        }

        @Nullable
        Waiting withoutOne() {
            return records == 1 ? null : new Waiting(records - 1, partition);
        }
    }

    /** A time without an acknowledgement. */
    private record Stall(long records, long seconds, Map<String, Waiting> topics) {
        Map<String, Integer> partitions() {
            Map<String, Integer> partitions = new TreeMap<>();
            topics.forEach((topic, all) -> partitions.put(topic, all.partition()));
            return partitions;
        }
    }

    /**
     * Creates counts without records.
     *
     * @param options all options of the connector
     * @param knowledge tells in sentences what is known about topics for whose records Kafka is silent; gets their names
     *     with the highest partition of their records, -1 where the producer chooses; may ask the cluster
     * @param nanoTime a clock as {@link System#nanoTime}
     */
    UnacknowledgedRecords(
            Map<String, String> options, Function<Map<String, Integer>, String> knowledge, LongSupplier nanoTime) {
        patienceNanos = PATIENCE.toNanos() + transactionNanos(options);
        sayAfterNanos = patienceNanos;
        this.knowledge = knowledge;
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
    synchronized void handOut(Collection<SourceRecord> records) {
        if (waiting.isEmpty()) {
            since = nanoTime.getAsLong();
        }
        records.forEach(record -> waiting.merge(record.topic(), Waiting.of(record), Waiting::with));
    }

    /** Counts a record that Kafka has, or that the worker has dropped. */
    synchronized void acknowledge(SourceRecord record) {
        waiting.computeIfPresent(record.topic(), (topic, all) -> all.withoutOne());
        since = nanoTime.getAsLong();
    }

    /** The number of unacknowledged records. */
    synchronized long count() {
        return waiting.values().stream().mapToLong(Waiting::records).sum();
    }

    /** The time since the last acknowledgement, in ms; 0 if all records are acknowledged. */
    synchronized long stalledMs() {
        return TimeUnit.NANOSECONDS.toMillis(stalledNanos());
    }

    private long stalledNanos() {
        return waiting.isEmpty() ? 0 : nanoTime.getAsLong() - since;
    }

    /** Logs that nothing goes on, less and less often, and logs once when records are acknowledged again. */
    void look() {
        Stall stall = due();
        if (stall != null) {
            log.warn(
                    "Kafka has acknowledged none of {} records for {} s; the worker has them, and its producer"
                            + " still waits. They are for {}. {} Check (1) that the brokers of the worker are up; (2) that"
                            + " each of these topics exists in the worker's cluster, which GET / of the worker names"
                            + " (kafka_cluster_id), and has as many partitions there. The producer waits without end for a"
                            + " topic or a partition that does not exist; with producer.override.max.block.ms the task fails"
                            + " after that time and says so.",
                    stall.records(),
                    stall.seconds(),
                    stall.topics().entrySet().stream()
                            .limit(TOPICS_SHOWN)
                            .map(topic -> "topic " + topic.getKey() + " ("
                                    + topic.getValue().records() + ")")
                            .collect(Collectors.joining(", ")),
                    knowledge.apply(stall.partitions()));
        }
    }

    /** What is to be said now; null if there is nothing. */
    private synchronized @Nullable Stall due() {
        long stalled = stalledNanos();
        if (stalled >= sayAfterNanos) {
            said = true;
            sayAfterNanos = stalled + Math.min(stalled, LONGEST_PAUSE_NANOS);
            return new Stall(count(), TimeUnit.NANOSECONDS.toSeconds(stalled), new TreeMap<>(waiting));
        } else if (said && stalled < patienceNanos) {
            said = false;
            sayAfterNanos = patienceNanos;
            log.info("Kafka acknowledges records again");
        }
        return null;
    }
}
