package dev.velella.source.record;

import java.util.function.LongSupplier;
import org.apache.kafka.connect.source.SourceTaskContext;

/**
 * Metrics that every task has.
 *
 * <table>
 * <caption>Metrics</caption>
 * <tr><th>name</th><th>meaning</th></tr>
 * <tr><td>{@code records-unacknowledged}</td><td>records handed to the worker that Kafka has not acknowledged,
 *     now</td></tr>
 * <tr><td>{@code records-unacknowledged-ms}</td><td>time since Kafka last acknowledged one of them, in ms; 0 if there
 *     are none</td></tr>
 * <tr><td>{@code records-unstamped-total}</td><td>records that are self-contained because the partitions of their topic
 *     were not known, since the task was started</td></tr>
 * </table>
 */
final class SourceMetrics {
    private SourceMetrics() {}

    /** Adds the metrics. Does nothing if the worker has no place for them. */
    static void register(SourceTaskContext context, UnacknowledgedRecords records, LongSupplier unstamped) {
        TaskMetrics.register(context, metrics -> {
            metrics.add("records-unacknowledged", "Records that Kafka has not acknowledged", records::count);
            metrics.add(
                    "records-unacknowledged-ms",
                    "How long Kafka has acknowledged none of these (ms)",
                    records::stalledMs);
            metrics.add(
                    "records-unstamped-total",
                    "Records whose partition was not known, so that they are self-contained",
                    unstamped);
        });
    }
}
