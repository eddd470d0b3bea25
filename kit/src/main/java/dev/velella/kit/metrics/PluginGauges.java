package dev.velella.kit.metrics;

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
 * Metrics of one task or converter, over JMX: {@code kafka.connect:type=plugins,connector=…,task=…}. The worker removes
 * them with the task. A metric asks for its value when somebody reads it. Sensors are not used, because all tasks that
 * give a sensor the same name would share it. Workers older than Kafka 4.1 cannot load this class. Not thread-safe.
 */
public final class PluginGauges {
    private static final Logger log = LoggerFactory.getLogger(PluginGauges.class);

    private final PluginMetrics metrics;
    private boolean isTaken;

    /** A set without metrics. */
    public PluginGauges(PluginMetrics metrics) {
        this.metrics = metrics;
    }

    /** Adds a number without tags. */
    public void add(String name, String description, LongSupplier value) {
        add(name, description, Map.of(), value);
    }

    /** Adds a number with tags. Any thread may ask for its value. */
    public void add(String name, String description, Map<String, String> tags, LongSupplier value) {
        Gauge<Long> gauge = (config, now) -> value.getAsLong();
        add(metrics.metricName(name, description, new LinkedHashMap<>(tags)), gauge);
    }

    /** Adds a ratio or an average. Any thread may ask for its value. */
    public void addRatio(String name, String description, DoubleSupplier value) {
        Gauge<Double> gauge = (config, now) -> value.getAsDouble();
        add(metrics.metricName(name, description, new LinkedHashMap<>()), gauge);
    }

    /**
     * Adds a metric, or warns if its name is taken. The name can be taken if a task did not end in time, for example
     * because a store is slow: then the worker starts the next task while the metrics of the former one are still
     * there. A missing metric is better than a task that fails.
     */
    private void add(MetricName name, MetricValueProvider<?> value) {
        try {
            metrics.addMetric(name, value);
        } catch (IllegalArgumentException e) {
            if (!isTaken) {
                isTaken = true;
                log.warn(
                        "Some metrics still show the counts of the task before this one, which has not ended yet. They"
                                + " are right again after the next restart of the task: {}",
                        e.getMessage());
            }
        }
    }
}
