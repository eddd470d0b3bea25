package dev.velella.source.record;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.kit.cluster.ClusterAccess;
import dev.velella.kit.cluster.ClusterAccessException;
import dev.velella.source.options.ClusterCheck;
import dev.velella.source.options.KeyCheck;
import dev.velella.source.options.RdfSourceConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.jspecify.annotations.Nullable;

/**
 * Watches the records of a task from its start to its end. If Kafka does not acknowledge them, the log and the metrics
 * tell it. It also checks that the records go to the cluster that was asked for the partitions. Has a thread of its
 * own, because the worker does not call the task while its producer waits. Thread-safe.
 */
public final class RecordWatch implements AutoCloseable {
    /** Most topics of which the cluster is asked whether they exist. */
    private static final int TOPICS_ASKED = 10;

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final UnacknowledgedRecords unacknowledged;
    private final ClusterCheck cluster;
    private final KeyCheck keys;

    /** The error for a converter that must not read the records of this task; empty if any converter may read them. */
    private final Optional<String> refusal;

    /** Ends a pause of the thread. */
    private final Semaphore wake = new Semaphore(0);

    private volatile boolean closed;

    private RecordWatch(RdfSourceConfig config, RecordStamps stamps) {
        Map<String, String> options = config.originalsStrings();
        unacknowledged = new UnacknowledgedRecords(
                options, topics -> stamps.knowledge() + missing(options, topics), System::nanoTime);
        refusal = config.stampOptions().refusalOfOtherConverters();
        cluster = new ClusterCheck(options, config.topic().toString());
        keys = new KeyCheck(config.stampOptions().isKeyConverterUnknown());
    }

    /** Sentences about those of the first topics that lack something now; empty if that is not known. */
    private static String missing(Map<String, String> options, Map<String, Integer> partitions) {
        try (ClusterAccess cluster = ClusterAccess.of(options).orElse(null)) {
            return cluster == null
                    ? ""
                    : partitions.entrySet().stream()
                            .limit(TOPICS_ASKED)
                            .map(topic -> missing(
                                    topic.getKey(), topic.getValue(), cluster.partitions(topic.getKey(), TIMEOUT)))
                            .collect(Collectors.joining());
        } catch (ClusterAccessException e) {
            return " " + e.getMessage();
        }
    }

    private static String missing(String topic, int partition, OptionalInt now) {
        if (now.isEmpty()) {
            return " Topic " + topic + " does not exist: create it, and the records go on.";
        }
        return partition < now.getAsInt()
                ? ""
                : " Topic " + topic + " has only " + now.getAsInt()
                        + " partitions now, and a record waits for partition "
                        + partition + ": give the topic as many partitions as it had, and the records go on; or restart"
                        + " connector and tasks, which then take the present number.";
    }

    /** Starts the watch, and adds the metrics. */
    public static RecordWatch start(SourceTaskContext context, RdfSourceConfig config, RecordStamps stamps) {
        RecordWatch watch = new RecordWatch(config, stamps);
        SourceMetrics.register(context, watch.unacknowledged, stamps::unstamped);
        Thread thread = new Thread(watch::run, "velella-source-watch");
        thread.setDaemon(true);
        thread.start();
        return watch;
    }

    private void run() {
        try {
            while (true) {
                wake.tryAcquire(1, TimeUnit.SECONDS);
                if (closed) {
                    return;
                }
                unacknowledged.look();
                cluster.look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the worker writes to the cluster that the options name, as far as it can be known. */
    public boolean isClusterSettled() {
        return cluster.isSettled();
    }

    /**
     * Called before a task gives records to the worker.
     *
     * @throws ConnectException if earlier records went to another cluster than the options name, or their keys were not
     *     written as their text
     */
    @Nullable
    public List<SourceRecord> handOut(@Nullable List<SourceRecord> batch) {
        String failure = cluster.failure() == null ? keys.failure() : cluster.failure();
        if (failure != null) {
            throw new ConnectException(failure);
        }
        if (batch != null) {
            refusal.ifPresent(message -> batch.forEach(record -> RdfStructs.refuseFields(record.value(), message)));
            unacknowledged.handOut(batch);
        }
        return batch;
    }

    /**
     * Reports that Kafka has a record, or that the worker has dropped it.
     *
     * @param metadata null if the worker has dropped the record
     */
    public void acknowledged(SourceRecord record, @Nullable RecordMetadata metadata) {
        keys.acknowledged(record.key(), metadata);
        if (cluster.acknowledged(metadata)) {
            wake.release();
        }
        unacknowledged.acknowledge(record);
    }

    /** Idempotent. */
    @Override
    public void close() {
        closed = true;
        wake.release();
    }
}
