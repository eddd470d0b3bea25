package dev.velella.source.sparql;

import dev.velella.source.record.TaskMetrics;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.connect.source.SourceTaskContext;

/**
 * Counts of a task that polls an endpoint. Thread-safe.
 */
final class SparqlCounts {
    final AtomicLong polls = new AtomicLong();
    final AtomicLong graphs = new AtomicLong();
    final AtomicLong read = new AtomicLong();
    final AtomicLong changed = new AtomicLong();
    final AtomicLong deleted = new AtomicLong();
    final AtomicLong failures = new AtomicLong();

    /** Adds the metrics. Does nothing if the worker has no place for them. */
    void register(SourceTaskContext context) {
        TaskMetrics.register(context, metrics -> {
            metrics.add(
                    "sparql-polls-total",
                    "Polls of the endpoint that were completed since the task started",
                    polls::get);
            metrics.add("sparql-graphs", "Named graphs of the endpoint at the last poll", graphs::get);
            metrics.add(
                    "sparql-graphs-read-total", "Graphs whose statements were read since the task started", read::get);
            metrics.add(
                    "sparql-graphs-changed-total", "Graphs that became records since the task started", changed::get);
            metrics.add(
                    "sparql-graphs-deleted-total",
                    "Graphs that became tombstones since the task started",
                    deleted::get);
            metrics.add(
                    "sparql-failures-total",
                    "Requests since the task started that failed and that the task repeats",
                    failures::get);
        });
    }
}
