package dev.velella.sink.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.sink.RecordingContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.MetricValueProvider;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.common.metrics.Sensor;
import org.junit.jupiter.api.Test;

class SinkMetricsTest {
    /** What a worker gives to every task of one number: a name can be there only once. */
    private static final class OfOneTask implements PluginMetrics {
        private final Set<MetricName> names = new HashSet<>();
        private final List<MetricName> refused = new ArrayList<>();

        @Override
        public MetricName metricName(String name, String description, LinkedHashMap<String, String> tags) {
            return new MetricName(name, "plugins", description, tags);
        }

        @Override
        public void addMetric(MetricName metricName, MetricValueProvider<?> metricValueProvider) {
            if (!names.add(metricName)) {
                refused.add(metricName);
                throw new IllegalArgumentException("A metric named '" + metricName + "' already exists");
            }
        }

        @Override
        public void removeMetric(MetricName metricName) {
            names.remove(metricName);
        }

        @Override
        public Sensor addSensor(String name) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void removeSensor(String name) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void aTaskStartsWhileTheOneBeforeItHasNotEnded() {
        OfOneTask metrics = new OfOneTask();
        RecordingContext context = new RecordingContext() {
            @Override
            public PluginMetrics pluginMetrics() {
                return metrics;
            }
        };
        SinkMetrics.register(context, new SinkCounts(() -> 0));
        int one = metrics.names.size();
        metrics.removeMetric(metrics.names.iterator().next());
        SinkMetrics.register(context, new SinkCounts(() -> 0));
        assertThat(metrics.names).as("what is free is taken").hasSize(one);
        assertThat(metrics.refused).hasSize(one - 1);
    }
}
