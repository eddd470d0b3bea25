package dev.velella.sink.metrics;

import dev.velella.kit.metrics.PluginGauges;
import dev.velella.kit.options.Spelling;
import dev.velella.letter.RefusalReason;
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
                "records-total",
                "Records that are done since the task started: applied, left out, or made dead letters",
                counts.records::get);
        gauges.add(
                "operations-in-total",
                "Adds and deletes in the records that the task took in to apply, since it started. Records that come"
                        + " again after a failed transaction are counted again",
                counts.operationsIn::get);
        gauges.add(
                "operations-written-total",
                "Statements that transactions told the store to delete or add, since the task started. Several"
                        + " operations on one statement in a transaction count once",
                counts.operationsWritten::get);
        gauges.addRatio(
                "net-effect-ratio",
                "operations-written-total divided by operations-in-total; 0 before the first operation",
                this::netEffect);
        gauges.add(
                "statements-removed-total",
                "Statements that transactions really removed, since the task started: the store held them before."
                        + " Always 0 for a store behind HTTP, which does not tell it",
                counts.statementsRemoved::get);
        gauges.add(
                "statements-added-total",
                "Statements that transactions really added, since the task started: the store did not hold them before."
                        + " Always 0 for a store behind HTTP, which does not tell it",
                counts.statementsAdded::get);
        gauges.add(
                "divergence-total",
                "Number of statements by which the real changes of the store differ from the changes in the patches,"
                        + " since the task started; a store behind HTTP does not tell them. Once a minute the task also compares"
                        + " the graph of one stream with its chain, and adds 1 if they differ",
                counts.divergence::get);
        gauges.add(
                "batches-total",
                "Transactions with at least one record that the store has applied since the task started",
                counts.batches::get);
        gauges.add(
                "batch-records-max",
                "Largest number of records in one transaction since the task started",
                counts.batchRecordsMax::get);
        gauges.addRatio(
                "batch-records-avg",
                "Average number of records in a transaction since the task started; 0 before the first transaction",
                this::recordsPerBatch);
        gauges.add(
                "batch-time-ms-total",
                "Time that the store needed for transactions since the task started, in ms",
                counts.batchTimeMs::get);
        gauges.add(
                "batch-time-ms-max",
                "Longest time that the store needed for one transaction since the task started, in ms",
                counts.batchTimeMaxMs::get);
        gauges.add(
                "checkpoints-total",
                "Checkpoints since the task started; a checkpoint makes the applied records durable",
                counts.checkpoints::get);
        gauges.add(
                "commit-time-ms-total",
                "Time that checkpoints took since the task started, in ms",
                counts.checkpointTimeMs::get);
        gauges.add(
                "commit-time-ms-max",
                "Longest time that one checkpoint took since the task started, in ms",
                counts.checkpointTimeMaxMs::get);
        gauges.add(
                "retries-total",
                "Attempts to open the store again after a failure, since the task started",
                counts.retries::get);
        gauges.add(
                "store-waiting-ms",
                "Time for which the store has not answered, in ms, including failed attempts;"
                        + " 0 if the store has answered everything",
                counts::storeWaitingMs);
        gauges.add(
                "dictionary-waiting-ms",
                "Time for which the task has waited for the dictionary of a record, or for the records on which it builds,"
                        + " which are missing or cannot be read, in ms; 0 if it does not wait",
                counts::dictionaryWaitingMs);
        gauges.add(
                "chain-breaks-total",
                "Patches that did not follow the last patch of their stream, since the task started. With"
                        + " on.chain.break=resync only the first such patch counts, until a snapshot comes",
                counts.chainBreaks::get);
        gauges.add(
                "patches-skipped-total",
                "Patches left out since the task started, because their stream waits for a snapshot",
                counts.patchesSkipped::get);
        gauges.add(
                "repeats-skipped-total",
                "Patches left out since the task started, because they were applied before",
                counts.repeats::get);
        gauges.add(
                "origin-excluded-total",
                "Records left out since the task started, because their header velella.origin is in origin.exclude",
                counts.excluded::get);
        gauges.add(
                "patches-covered-total",
                "Patches left out since the task started, because an applied snapshot of their stream covers them",
                counts.patchesCovered::get);
        gauges.add(
                "snapshots-applied-total",
                "Snapshots applied since the task started; a snapshot replaces the graph of its stream",
                counts.snapshotsApplied::get);
        gauges.add(
                "snapshots-ignored-total",
                "Snapshots left out since the task started, because the store was already as far in their stream",
                counts.snapshotsIgnored::get);
        for (RefusalReason reason : SinkCounts.REASONS) {
            gauges.add(
                    "dead-letters-total",
                    "Records refused since the task started that became dead letters; without a dead-letter queue they"
                            + " were left out",
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
                "offset-applied",
                "Offset of the first record that is not applied: queries see all records before it;"
                        + " -1 if the task does not know it, or does not have the partition any more",
                tags,
                progress::appliedOffset);
        gauges.add(
                "offset-durable",
                "Offset of the first record that is not durable: a crash loses no record before it;"
                        + " -1 if the task does not know it, or does not have the partition any more",
                tags,
                progress::durableOffset);
        gauges.add(
                "lag-records-applied",
                "Number of offsets from offset-applied to the end of the partition; 0 if no record is left to apply;"
                        + " -1 if the end is not known",
                tags,
                progress::appliedLag);
        gauges.add(
                "lag-records-durable",
                "Number of offsets from offset-durable to the end of the partition; 0 if all records are durable;"
                        + " -1 if the end is not known",
                tags,
                progress::durableLag);
        gauges.add(
                "lag-ms-applied",
                "Lag in ms: 0 if all records are applied; else the shorter of two times: the age of the newest applied"
                        + " record by its timestamp, and the time since all records were applied;"
                        + " -1 if neither is known",
                tags,
                () -> progress.appliedAgeMs(System.currentTimeMillis()));
        gauges.add(
                "lag-ms-durable",
                "Lag in ms: 0 if all records are durable; else the shorter of two times: the age of the newest durable"
                        + " record by its timestamp, and the time since all records were durable;"
                        + " -1 if neither is known",
                tags,
                () -> progress.durableAgeMs(System.currentTimeMillis()));
    }
}
