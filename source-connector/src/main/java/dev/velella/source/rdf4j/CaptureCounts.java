package dev.velella.source.rdf4j;

import dev.velella.source.record.TaskMetrics;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.connect.source.SourceTaskContext;

/**
 * Counts of a task that reads a repository. Thread-safe.
 */
final class CaptureCounts {
    final AtomicLong commit = new AtomicLong();
    final AtomicLong lag = new AtomicLong();
    final AtomicLong outboxBytes = new AtomicLong();
    final AtomicLong patches = new AtomicLong();
    final AtomicLong snapshotStatements = new AtomicLong();
    final AtomicLong snapshotRunning = new AtomicLong();
    final AtomicLong failures = new AtomicLong();
    final AtomicLong historyLost = new AtomicLong();

    /** Adds the metrics. Does nothing if the worker has no place for them. */
    void register(SourceTaskContext context) {
        TaskMetrics.register(context, metrics -> {
            metrics.add(
                    "capture-commit", "Number of the last commit of the repository that became records", commit::get);
            metrics.add("capture-lag-commits", "Commits of the repository that have not become records yet", lag::get);
            metrics.add("capture-outbox-bytes", "Bytes in the outbox of the repository", outboxBytes::get);
            metrics.add("capture-patches-total", "Patches that became records since the task started", patches::get);
            metrics.add(
                    "capture-snapshot-statements-total",
                    "Statements of snapshots that became records since the task started",
                    snapshotStatements::get);
            metrics.add("capture-snapshot-running", "1 while a snapshot is under way, else 0", snapshotRunning::get);
            metrics.add(
                    "capture-failures-total",
                    "Requests since the task started that failed and that the task repeats",
                    failures::get);
            metrics.add(
                    "capture-history-lost-total",
                    "How often since the task started the outbox did not continue what was read before",
                    historyLost::get);
        });
    }
}
