package dev.velella.sink.metrics;

import dev.velella.letter.RefusalReason;
import dev.velella.options.Spelling;
import dev.velella.sink.store.PartitionId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.MetricValueProvider;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows {@link SinkCounts} as metrics of the worker, of Kafka 4.1 and newer: over JMX as
 * {@code kafka.connect:type=plugins,connector=…,task=…}, with the tags named in the documentation. The worker removes them
 * with the task. Values are asked for when they are read: sensors would be shared by all tasks that name them alike.
 */
public final class SinkMetrics {
    private static final Logger LOG = LoggerFactory.getLogger("dev.velella.sink.RdfSinkTask");

    private final PluginMetrics metrics;
    private final SinkCounts counts;
    private final Set<PartitionId> partitions = ConcurrentHashMap.newKeySet();

    private boolean isTaken;

    private SinkMetrics(PluginMetrics metrics, SinkCounts counts) {
        this.metrics = metrics;
        this.counts = counts;
    }

    /** Registers all metrics, where the worker has a place for them. */
    public static void register(SinkTaskContext context, SinkCounts counts) {
        try {
            PluginMetrics metrics = context.pluginMetrics();
            if (metrics != null) {
                new SinkMetrics(metrics, counts).register();
            }
        } catch (NoSuchMethodError | NoClassDefFoundError | UnsupportedOperationException e) {
            LOG.info("This worker takes no metrics of connectors (Kafka 4.1 and newer do)");
        }
    }

    private void register() {
        total("records-total", "Records that were dealt with: applied, left out or put aside", counts.records::get);
        total("operations-in-total", "Adds and deletes of the records that were applied", counts.operationsIn::get);
        total(
                "operations-written-total",
                "Statements that transactions removed or added, after operations on one statement were joined",
                counts.operationsWritten::get);
        ratio("net-effect-ratio", "Operations written, of those that came in; 0 before the first", this::netEffect);
        total(
                "statements-removed-total",
                "Statements that were in the store and are not",
                counts.statementsRemoved::get);
        total("statements-added-total", "Statements that were not in the store and are", counts.statementsAdded::get);
        total(
                "divergence-total",
                "Statements by which the changes of the store differ from those that the patches announce",
                counts.divergence::get);
        total("batches-total", "Transactions with records", counts.batches::get);
        total("batch-records-max", "Most records in a transaction", counts.batchRecordsMax::get);
        ratio("batch-records-avg", "Records of a transaction, on average", this::recordsPerBatch);
        total("batch-time-ms-total", "Time in transactions", counts.batchTimeMs::get);
        total("batch-time-ms-max", "Longest transaction", counts.batchTimeMaxMs::get);
        total("checkpoints-total", "Times that what was applied was made durable", counts.checkpoints::get);
        total("commit-time-ms-total", "Time to make durable what was applied", counts.checkpointTimeMs::get);
        total("commit-time-ms-max", "Longest time of that", counts.checkpointTimeMaxMs::get);
        total("retries-total", "Times that the store failed and was opened again", counts.retries::get);
        total(
                "store-waiting-ms",
                "Time for which the store has not answered, failed attempts included; 0 if it has answered everything",
                counts::storeWaitingMs);
        total("rewinds-total", "Times that a partition was read again for codec state", counts.rewinds::get);
        total(
                "chain-breaks-total",
                "Patches that did not follow, where the stream did before",
                counts.chainBreaks::get);
        total(
                "patches-skipped-total",
                "Patches left out, of streams that wait for a snapshot",
                counts.patchesSkipped::get);
        total("repeats-skipped-total", "Patches left out that were applied already", counts.repeats::get);
        total("patches-covered-total", "Patches left out that a snapshot covers", counts.patchesCovered::get);
        total("snapshots-applied-total", "Snapshots that took the place of a graph", counts.snapshotsApplied::get);
        total("snapshots-ignored-total", "Snapshots of streams that were as far already", counts.snapshotsIgnored::get);
        for (RefusalReason reason : SinkCounts.REASONS) {
            gauge(
                    "dead-letters-total",
                    "Records put aside, or left out where there is no queue",
                    Map.of("reason", Spelling.of(reason)),
                    counts.deadLetters(reason)::get);
        }
        counts.onPartition(this::register);
    }

    private double netEffect() {
        long in = counts.operationsIn.get();
        return in == 0 ? 0 : (double) counts.operationsWritten.get() / in;
    }

    private double recordsPerBatch() {
        long batches = counts.batches.get();
        return batches == 0 ? 0 : (double) counts.records.get() / batches;
    }

    private void register(PartitionId id, PartitionProgress progress) {
        if (!partitions.add(id)) {
            return;
        }
        Map<String, String> tags = new LinkedHashMap<>();
        tags.put("topic", id.topic());
        tags.put("partition", Integer.toString(id.partition()));
        gauge("offset-applied", "Offset of the first record that queries do not see", tags, progress::appliedOffset);
        gauge("offset-durable", "Offset of the first record that a crash would lose", tags, progress::durableOffset);
        gauge(
                "lag-records-applied",
                "Offsets from the applied one to the end of the partition, 0 if no record is there; -1 where the end is not known",
                tags,
                progress::appliedLag);
        gauge(
                "lag-records-durable",
                "Offsets from the durable one to the end of the partition, 0 if no record is there; -1 where the end is not known",
                tags,
                progress::durableLag);
        gauge(
                "lag-ms-applied",
                "0 if all records are applied; else the age of the newest one that is, by its timestamp, or the time since all were; -1 where neither is known",
                tags,
                () -> progress.appliedAgeMs(System.currentTimeMillis()));
        gauge(
                "lag-ms-durable",
                "0 if all records are durable; else the age of the newest one that is, by its timestamp, or the time since all were; -1 where neither is known",
                tags,
                () -> progress.durableAgeMs(System.currentTimeMillis()));
    }

    private void total(String name, String description, LongSupplier value) {
        gauge(name, description, Map.of(), value);
    }

    private void ratio(String name, String description, DoubleSupplier value) {
        Gauge<Double> gauge = (config, now) -> value.getAsDouble();
        add(metrics.metricName(name, description, new LinkedHashMap<>()), gauge);
    }

    private void gauge(String name, String description, Map<String, String> tags, LongSupplier value) {
        Gauge<Long> gauge = (config, now) -> value.getAsLong();
        add(metrics.metricName(name, description, new LinkedHashMap<>(tags)), gauge);
    }

    /**
     * Where the worker gave up on a task that did not end in time (a slow store), it starts the next one before the metrics
     * of that one are gone. A figure that is missing is better than a task that fails.
     */
    private void add(MetricName name, MetricValueProvider<?> value) {
        try {
            metrics.addMetric(name, value);
        } catch (IllegalArgumentException e) {
            if (!isTaken) {
                isTaken = true;
                LOG.warn(
                        "Some metrics show what the task before this one counted, which has not ended yet; they are right"
                                + " again after the next restart of the task: {}",
                        e.getMessage());
            }
        }
    }
}
