package dev.velella.status.read;

import java.util.Map;

/**
 * A value of a metric. Immutable.
 *
 * @param name name as in Prometheus, such as kafka_connect_plugins_retries_total
 * @param labels its labels
 * @param value its value
 */
public record Sample(String name, Map<String, String> labels, double value) {
    public Sample {
        labels = Map.copyOf(labels);
    }

    /** A label; empty if there is none. */
    public String label(String label) {
        return labels.getOrDefault(label, "");
    }
}
