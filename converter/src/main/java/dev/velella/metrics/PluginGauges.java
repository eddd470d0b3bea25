package dev.velella.metrics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.MetricValueProvider;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Metrics of one task or converter: over JMX {@code kafka.connect:type=plugins,connector=…,task=…}. The worker removes them with
 * the task. Values are asked for when they are read: sensors would be shared by all tasks that name them alike. Older workers
 * than Kafka 4.1 cannot load this class. Not thread-safe.
 */
public final class PluginGauges {
    private static final Logger log = LoggerFactory.getLogger(PluginGauges.class);

    private final PluginMetrics metrics;
    private boolean isTaken;

    /** Without any metric yet. */
    public PluginGauges(PluginMetrics metrics) {
        this.metrics = metrics;
    }

    /** Adds a number without tags. */
    public void add(String name, String description, LongSupplier value) {
        add(name, description, Map.of(), value);
    }

    /** Adds a number; any thread asks for its value. */
    public void add(String name, String description, Map<String, String> tags, LongSupplier value) {
        Gauge<Long> gauge = (config, now) -> value.getAsLong();
        add(metrics.metricName(name, description, new LinkedHashMap<>(tags)), gauge);
    }

    /** Adds a ratio or an average; any thread asks for its value. */
    public void addRatio(String name, String description, DoubleSupplier value) {
        Gauge<Double> gauge = (config, now) -> value.getAsDouble();
        add(metrics.metricName(name, description, new LinkedHashMap<>()), gauge);
    }

    /**
     * Where the worker gave up on a task that did not end in time (a slow store), it starts the next one before the metrics
     * of that one are gone. A figure that is missing is better than a task that fails.
     */
    private void add(MetricName name, MetricValueProvider<?> value) {
        try {
            metrics.addMetric(name, value);
        } catch (IllegalArgumentException e) {
            if (!isTaken) {
                isTaken = true;
                log.warn(
                        "Some metrics show what the task before this one counted, which has not ended yet; they are right"
                                + " again after the next restart of the task: {}",
                        e.getMessage());
            }
        }
    }
}
