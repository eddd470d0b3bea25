package dev.velella.page;

import dev.velella.status.Check;
import dev.velella.status.state.Trouble;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.JmxReporter;
import org.apache.kafka.common.metrics.KafkaMetricsContext;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;

/**
 * The checks in JMX, for alerts: {@code velella:type=checks} has for each check the number of its troubles in the last look, and 0
 * before the first. The {@link PipelineWatch} owns it; closing takes the metrics out. Thread-safe.
 */
final class CheckMetrics implements AutoCloseable {
    private static final String GROUP = "checks";

    private final Metrics metrics = new Metrics(
            new MetricConfig(), List.of(new JmxReporter()), Time.SYSTEM, new KafkaMetricsContext("velella"));

    private volatile List<Trouble> troubles = List.of();

    CheckMetrics() {
        for (Check check : Check.values()) {
            String name = check.name().toLowerCase(Locale.ROOT).replace('_', '-');
            Gauge<Long> gauge = (config, now) -> count(check.alert());
            metrics.addMetric(
                    metrics.metricName(name, GROUP, "Troubles that the check " + check.alert() + " has found."), gauge);
        }
    }

    private long count(String alert) {
        return troubles.stream().filter(trouble -> trouble.name().equals(alert)).count();
    }

    /** Replaces the troubles that the metrics show. Called after each look at the pipeline. */
    void set(List<Trouble> found) {
        troubles = found;
    }

    @Override
    public void close() {
        metrics.close();
    }
}
