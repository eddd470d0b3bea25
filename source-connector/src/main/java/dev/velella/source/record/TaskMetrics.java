package dev.velella.source.record;

import java.util.LinkedHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Metrics of a task, in workers of Kafka 4.1 and newer: {@code kafka.connect:type=plugins,connector=…,task=…}. */
public final class TaskMetrics {
    private static final Logger log = LoggerFactory.getLogger(TaskMetrics.class);

    private final PluginMetrics metrics;
    private boolean taken;

    private TaskMetrics(PluginMetrics metrics) {
        this.metrics = metrics;
    }

    /** Adds metrics; nothing where the worker has no place for them. */
    public static void register(SourceTaskContext context, Consumer<TaskMetrics> adding) {
        try {
            PluginMetrics metrics = context.pluginMetrics();
            if (metrics != null) {
                adding.accept(new TaskMetrics(metrics));
            }
        } catch (NoSuchMethodError | NoClassDefFoundError e) {
            log.info("This worker is older than Kafka 4.1 and has no metrics of plugins");
        }
    }

    /** Adds one, which is asked for its value. */
    public void add(String name, String description, LongSupplier value) {
        Gauge<Long> gauge = (config, now) -> value.getAsLong();
        try {
            metrics.addMetric(metrics.metricName(name, description, new LinkedHashMap<>()), gauge);
        } catch (IllegalArgumentException e) {
            if (!taken) {
                taken = true;
                log.warn(
                        "Some metrics show what the task before this one counted, which has not ended yet; they are right"
                                + " again after the next restart of the task: {}",
                        e.getMessage());
            }
        }
    }
}
