package dev.velella.source.http;

import dev.velella.source.record.ElementCounts;
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
 *     were refused</td></tr>
 * <tr><td>{@code dead-letters-left-out-total}</td><td>refused elements that are no dead letters, because of the limit of a
 *     minute</td></tr>
 * </table>
 */
final class HttpMetrics {
    private HttpMetrics() {}

    /** Adds the metrics. Does nothing if the worker has no place for them. */
    static void register(SourceTaskContext context, HttpCounts http, ElementCounts elements) {
        TaskMetrics.register(context, metrics -> {
            metrics.add(
                    "http-requests-total",
                    "Requests sent since the task started, including requests that follow a redirect",
                    http::requests);
            metrics.add(
                    "http-failures-total",
                    "Requests since the task started that failed or whose answer was cut off; the task repeats them",
                    http::failures);
            metrics.add(
                    "http-bytes-read-total",
                    "Bytes read from the bodies of answers since the task started",
                    http::bytes);
            metrics.add(
                    "http-elements-read-total",
                    "Elements (frames and documents) read from answers since the task started",
                    http::elements);
            elements.register(metrics, "graphs-read-total", "Elements");
        });
    }
}
