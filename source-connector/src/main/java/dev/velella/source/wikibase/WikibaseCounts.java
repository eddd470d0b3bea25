package dev.velella.source.wikibase;

import dev.velella.source.record.ElementCounts;
import dev.velella.source.record.TaskMetrics;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.connect.source.SourceTaskContext;

/** Counts of a task since it was started, which are its metrics. Any thread may read them at any time. */
final class WikibaseCounts {
    final AtomicLong requests = new AtomicLong();
    final AtomicLong failures = new AtomicLong();
    final AtomicLong bytes = new AtomicLong();
    final AtomicLong events = new AtomicLong();
    final AtomicLong filtered = new AtomicLong();
    final ElementCounts elements = new ElementCounts();

    /** Adds the metrics. Does nothing if the worker has no place for them. */
    void register(SourceTaskContext context) {
        TaskMetrics.register(context, metrics -> {
            metrics.add("wikibase-requests-total", "Connections since the task started", requests::get);
            metrics.add(
                    "wikibase-failures-total",
                    "Connections since the task started that failed or were cut off; the task resumes the stream",
                    failures::get);
            metrics.add("wikibase-bytes-read-total", "Bytes read since the task started", bytes::get);
            metrics.add("wikibase-events-total", "Events read since the task started", events::get);
            metrics.add(
                    "wikibase-events-filtered-total",
                    "Events since the task started of other entities, domains and topics than the options name",
                    filtered::get);
            elements.register(metrics, "wikibase-changes-total", "Changes");
        });
    }
}
