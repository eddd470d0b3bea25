package dev.velella.source.http;

import dev.velella.source.record.ElementCounts;
import dev.velella.source.record.TaskMetrics;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.connect.source.SourceTaskContext;

/**
 * Counts of the requests of a task and of their answers, since the task was started, which are its metrics. Any thread may
 * read them at any time.
 */
public final class HttpCounts {
    final AtomicLong requests = new AtomicLong();
    final AtomicLong failures = new AtomicLong();
    final AtomicLong bytes = new AtomicLong();
    final AtomicLong elements = new AtomicLong();

    /** Requests made. */
    public long requests() {
        return requests.get();
    }

    /** Requests that failed, or whose answer was cut off; the task repeats them. */
    public long failures() {
        return failures.get();
    }

    /** Bytes read from the bodies of answers. */
    public long bytes() {
        return bytes.get();
    }

    /** Frames and documents read. */
    public long elements() {
        return elements.get();
    }

    /** Adds the metrics. Does nothing if the worker has no place for them. */
    void register(SourceTaskContext context, ElementCounts counts) {
        TaskMetrics.register(context, metrics -> {
            metrics.add(
                    "http-requests-total",
                    "Requests sent since the task started, including requests that follow a redirect",
                    this::requests);
            metrics.add(
                    "http-failures-total",
                    "Requests since the task started that failed or whose answer was cut off; the task repeats them",
                    this::failures);
            metrics.add(
                    "http-bytes-read-total",
                    "Bytes read from the bodies of answers since the task started",
                    this::bytes);
            metrics.add(
                    "http-elements-read-total",
                    "Elements (frames and documents) read from answers since the task started",
                    this::elements);
            counts.register(metrics, "graphs-read-total", "Elements");
        });
    }
}
