package dev.velella.source.patchlog;

import dev.velella.source.record.TaskMetrics;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.connect.source.SourceTaskContext;

/**
 * Counts of a task that reads an RDF Patch log. Thread-safe.
 */
final class PatchLogCounts {
    final AtomicLong version = new AtomicLong();
    final AtomicLong lag = new AtomicLong();
    final AtomicLong statements = new AtomicLong();
    final AtomicLong withoutEffect = new AtomicLong();
    final AtomicLong failures = new AtomicLong();
    final AtomicLong lost = new AtomicLong();

    /** Adds the metrics. Does nothing if the worker has no place for them. */
    void register(SourceTaskContext context) {
        TaskMetrics.register(context, metrics -> {
            metrics.add("patch-log-version", "Version of the last patch of the log that became a record", version::get);
            metrics.add("patch-log-lag-versions", "Patches of the log that have not become records yet", lag::get);
            metrics.add(
                    "patch-log-statements",
                    "Statements of the graph that the patches have built, with patch.log.rows=effective",
                    statements::get);
            metrics.add(
                    "patch-log-rows-without-effect-total",
                    "Rows since the task started that were left out, because they change nothing",
                    withoutEffect::get);
            metrics.add(
                    "patch-log-failures-total",
                    "Requests since the task started that failed and that the task repeats",
                    failures::get);
            metrics.add(
                    "patch-log-lost-total",
                    "How often since the task started the log did not continue what was read before",
                    lost::get);
        });
    }
}
