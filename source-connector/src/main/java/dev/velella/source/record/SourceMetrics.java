package dev.velella.source.record;

import java.util.function.LongSupplier;
import org.apache.kafka.connect.source.SourceTaskContext;

/**
 * Metrics that every task has.
 */
final class SourceMetrics {
    private SourceMetrics() {}

    /** Adds the metrics. Does nothing if the worker has no place for them. */
    static void register(SourceTaskContext context, UnacknowledgedRecords records, LongSupplier unstamped) {
        TaskMetrics.register(context, metrics -> {
            metrics.add(
                    "records-unacknowledged",
                    "Records that the task has handed to the worker and that Kafka has not acknowledged yet;"
                            + " 0 if Kafka has all of them",
                    records::count);
            metrics.add(
                    "records-unacknowledged-ms",
                    "Time for which Kafka has acknowledged no record although records wait for it, in ms;"
                            + " 0 if no record waits",
                    records::stalledMs);
            metrics.add(
                    "records-unstamped-total",
                    "Records since the task started without the number of a partition, because the partitions of their"
                            + " topic were not known, or because of an option. The converter does not count them, and writes"
                            + " none of them as stateful",
                    unstamped);
        });
    }
}
