package dev.velella.source.http;

import dev.velella.source.payload.PayloadCounts;
import dev.velella.source.record.TaskMetrics;
import org.apache.kafka.connect.source.SourceTaskContext;

/**
 * Metrics of a task that reads a URL.
 *
 * <table>
 * <caption>Metrics; totals count since the task was started</caption>
 * <tr><th>name</th><th>meaning</th></tr>
 * <tr><td>{@code http-requests-total}, {@code http-failures-total}</td><td>requests; requests that failed or whose
 *     answer was cut off, and that the task repeated</td></tr>
 * <tr><td>{@code http-bytes-read-total}, {@code http-elements-read-total}</td><td>bytes of answers; frames and
 *     documents in them</td></tr>
 * <tr><td>{@code graphs-read-total}, {@code payload-errors-total}</td><td>elements that became records; elements that
 *     did not</td></tr>
 * </table>
 */
final class HttpMetrics {
    private HttpMetrics() {}

    /** Adds the metrics. Does nothing if the worker has no place for them. */
    static void register(SourceTaskContext context, HttpCounts http, PayloadCounts payloads) {
        TaskMetrics.register(context, metrics -> {
            metrics.add("http-requests-total", "Requests", http::requests);
            metrics.add("http-failures-total", "Requests that failed or whose answer was cut", http::failures);
            metrics.add("http-bytes-read-total", "Bytes of answers", http::bytes);
            metrics.add("http-elements-read-total", "Frames and documents read", http::elements);
            metrics.add("graphs-read-total", "Elements that became records", payloads.graphs::get);
            metrics.add("payload-errors-total", "Elements that did not", payloads.errors::get);
        });
    }
}
