package dev.velella.source.dump;

import dev.velella.source.record.TaskMetrics;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.connect.source.SourceTaskContext;

/**
 * Counts of a task that loads dumps. Thread-safe.
 */
final class DumpCounts {
    final AtomicLong statementsTotal = new AtomicLong();
    final AtomicLong chunksTotal = new AtomicLong();
    final AtomicLong statements = new AtomicLong();
    final AtomicLong fileBytes = new AtomicLong();
    final AtomicLong fileBytesRead = new AtomicLong();
    final AtomicLong filesWaiting = new AtomicLong();

    /** Counts a chunk that becomes a record. */
    void add(DumpChunk chunk) {
        statementsTotal.addAndGet(chunk.statements());
        chunksTotal.incrementAndGet();
        statements.set(chunk.after().statements());
        fileBytesRead.set(chunk.fileBytes());
    }

    /** Adds the metrics. Does nothing if the worker has no place for them. */
    void register(SourceTaskContext context) {
        TaskMetrics.register(context, metrics -> {
            metrics.add(
                    "dump-statements-total",
                    "Statements of dumps that became records since the task started",
                    statementsTotal::get);
            metrics.add(
                    "dump-chunks-total",
                    "Chunks of dumps that became records since the task started",
                    chunksTotal::get);
            metrics.add(
                    "dump-statements",
                    "Statements of the dump that is being loaded, up to the last record",
                    statements::get);
            metrics.add("dump-file-bytes", "Bytes of the file of the dump that is being loaded", fileBytes::get);
            metrics.add("dump-file-bytes-read", "Bytes of this file that were read", fileBytesRead::get);
            metrics.add("dump-files-waiting", "Files of the task that are not begun", filesWaiting::get);
        });
    }
}
