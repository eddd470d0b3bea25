package dev.velella.source.record;

import dev.velella.kit.metrics.PluginGauges;
import java.util.function.Consumer;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Metrics of a task, in workers of Kafka 4.1 and newer: {@code kafka.connect:type=plugins,connector=…,task=…}. */
public final class TaskMetrics {
    private static final Logger log = LoggerFactory.getLogger(TaskMetrics.class);

    private TaskMetrics() {}

    /** Adds metrics. Does nothing if the worker has no place for them. */
    public static void register(SourceTaskContext context, Consumer<PluginGauges> adding) {
        try {
            PluginMetrics metrics = context.pluginMetrics();
            if (metrics != null) {
                adding.accept(new PluginGauges(metrics));
            }
        } catch (NoSuchMethodError | NoClassDefFoundError e) {
            log.info("This worker is older than Kafka 4.1 and has no metrics of plugins");
        }
    }
}
