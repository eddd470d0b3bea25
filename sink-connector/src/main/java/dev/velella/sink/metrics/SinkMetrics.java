package dev.velella.sink.metrics;

import dev.velella.letter.RefusalReason;
import dev.velella.metrics.PluginGauges;
import dev.velella.options.Spelling;
import dev.velella.sink.store.PartitionId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows {@link SinkCounts} as metrics of the worker, with Kafka 4.1 and newer. In JMX they are
 * {@code kafka.connect:type=plugins,connector=…,task=…}, with the tags named in the documentation.
 */
public final class SinkMetrics {
    private static final Logger LOG = LoggerFactory.getLogger("dev.velella.sink.RdfSinkTask");

    private final PluginGauges gauges;
    private final SinkCounts counts;
    private final Set<PartitionId> partitions = ConcurrentHashMap.newKeySet();

    private SinkMetrics(PluginGauges gauges, SinkCounts counts) {
        this.gauges = gauges;
        this.counts = counts;
    }

    /** Registers all metrics, if the worker accepts metrics of connectors. */
    public static void register(SinkTaskContext context, SinkCounts counts) {
        try {
            PluginMetrics metrics = context.pluginMetrics();
            if (metrics != null) {
                new SinkMetrics(new PluginGauges(metrics), counts).register();
            }
        } catch (NoSuchMethodError | NoClassDefFoundError | UnsupportedOperationException e) {
            LOG.info("This worker is older than Kafka 4.1 and has no metrics of connectors");
        }
    }

    private void register() {
        gauges.add(
                "records-total", "Records that were dealt with: applied, left out or put aside", counts.records::get);
        gauges.add(
                "operations-in-total", "Adds and deletes of the records that were applied", counts.operationsIn::get);
        gauges.add(
                "operations-written-total",
                "Statements that transactions removed or added, after operations on one statement were joined",
                counts.operationsWritten::get);
        gauges.addRatio(
                "net-effect-ratio", "Operations written, of those that came in; 0 before the first", this::netEffect);
        gauges.add(
                "statements-removed-total",
                "Statements that were in the store and are not",
                counts.statementsRemoved::get);
        gauges.add(
                "statements-added-total", "Statements that were not in the store and are", counts.statementsAdded::get);
        gauges.add(
                "divergence-total",
                "Statements by which the changes of the store differ from those that the patches announce",
                counts.divergence::get);
        gauges.add("batches-total", "Transactions with records", counts.batches::get);
        gauges.add("batch-records-max", "Most records in a transaction", counts.batchRecordsMax::get);
        gauges.addRatio("batch-records-avg", "Records of a transaction, on average", this::recordsPerBatch);
        gauges.add("batch-time-ms-total", "Time in transactions", counts.batchTimeMs::get);
        gauges.add("batch-time-ms-max", "Longest transaction", counts.batchTimeMaxMs::get);
        gauges.add("checkpoints-total", "Times that what was applied was made durable", counts.checkpoints::get);
        gauges.add("commit-time-ms-total", "Time to make durable what was applied", counts.checkpointTimeMs::get);
        gauges.add("commit-time-ms-max", "Longest time of that", counts.checkpointTimeMaxMs::get);
        gauges.add("retries-total", "Times that the store failed and was opened again", counts.retries::get);
        gauges.add(
                "store-waiting-ms",
                "Time for which the store has not answered, failed attempts included; 0 if it has answered everything",
                counts::storeWaitingMs);
        gauges.add("rewinds-total", "Times that a partition was read again for codec state", counts.rewinds::get);
        gauges.add(
                "chain-breaks-total",
                "Patches that did not follow, where the stream did before",
                counts.chainBreaks::get);
        gauges.add(
                "patches-skipped-total",
                "Patches left out, of streams that wait for a snapshot",
                counts.patchesSkipped::get);
        gauges.add("repeats-skipped-total", "Patches left out that were applied already", counts.repeats::get);
        gauges.add("patches-covered-total", "Patches left out that a snapshot covers", counts.patchesCovered::get);
        gauges.add("snapshots-applied-total", "Snapshots that took the place of a graph", counts.snapshotsApplied::get);
        gauges.add(
                "snapshots-ignored-total",
                "Snapshots of streams that were as far already",
                counts.snapshotsIgnored::get);
        for (RefusalReason reason : SinkCounts.REASONS) {
            gauges.add(
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
        gauges.add(
                "offset-applied", "Offset of the first record that queries do not see", tags, progress::appliedOffset);
        gauges.add(
                "offset-durable", "Offset of the first record that a crash would lose", tags, progress::durableOffset);
        gauges.add(
                "lag-records-applied",
                "Offsets from the applied one to the end of the partition, 0 if no record is there; -1 where the end is not known",
                tags,
                progress::appliedLag);
        gauges.add(
                "lag-records-durable",
                "Offsets from the durable one to the end of the partition, 0 if no record is there; -1 where the end is not known",
                tags,
                progress::durableLag);
        gauges.add(
                "lag-ms-applied",
                "0 if all records are applied; else the age of the newest one that is, by its timestamp, or the time since all were; -1 where neither is known",
                tags,
                () -> progress.appliedAgeMs(System.currentTimeMillis()));
        gauges.add(
                "lag-ms-durable",
                "0 if all records are durable; else the age of the newest one that is, by its timestamp, or the time since all were; -1 where neither is known",
                tags,
                () -> progress.durableAgeMs(System.currentTimeMillis()));
    }
}
