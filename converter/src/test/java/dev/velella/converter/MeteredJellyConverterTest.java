package dev.velella.converter;

import static dev.velella.converter.Records.headers;
import static dev.velella.converter.Records.numbered;
import static dev.velella.converter.Records.send;
import static dev.velella.converter.Records.stamped;
import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.converter.Records.Sent;
import dev.velella.converter.struct.RdfStructs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.Monitorable;
import org.apache.kafka.common.metrics.internals.PluginMetricsImpl;
import org.junit.jupiter.api.Test;

class MeteredJellyConverterTest {
    @Test
    void theConverterForOlderWorkersKnowsNothingOfMetrics() {
        assertThat(Monitorable.class.isAssignableFrom(JellyConverter.class)).isFalse();
        assertThat(Monitorable.class.isAssignableFrom(MeteredJellyConverter.class))
                .isTrue();
    }

    @Test
    void countsWhatItDoes() throws Exception {
        try (Metrics metrics = new Metrics();
                PluginMetricsImpl plugin = new PluginMetricsImpl(metrics, Map.of("connector", "c", "task", "0"))) {
            MeteredJellyConverter converter = new MeteredJellyConverter();
            converter.configure(
                    Map.of("jelly.key.frame.interval.records", "3", "jelly.on.missing.state", "envelope"), false);
            converter.withPluginMetrics(plugin);
            List<Sent> sent = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                sent.add(send(converter, 0, i, i));
            }
            send(converter, 0, 7, 7); // once more, the same
            Sent alone = send(converter, headers(), RdfStructs.of(Rdf.patch()));
            for (int index : new int[] {0, 1, 1, 5, 6, 4}) {
                sent.get(index).readBy(converter);
            }
            alone.readBy(converter);

            Map<String, Object> values = values(metrics);
            long bytes =
                    sent.stream().mapToLong(record -> record.value().length).sum();
            assertThat(values)
                    .containsEntry("records-encoded-total kind=graph mode=stateful", 8L)
                    .containsEntry("bytes-encoded-total kind=graph mode=stateful", bytes)
                    .containsEntry("records-encoded-total kind=patch mode=stateful", 0L)
                    .containsEntry("records-encoded-total kind=patch mode=self-contained", 1L)
                    .containsEntry("bytes-encoded-total kind=patch mode=self-contained", (long) alone.value().length)
                    .containsEntry("key-frames-encoded-total", 3L)
                    .containsEntry("streams-begun-total", 1L)
                    .containsEntry("records-decoded-total kind=graph mode=stateful", 4L)
                    .containsEntry("records-decoded-total kind=patch mode=self-contained", 1L)
                    .containsEntry("records-duplicate-total", 1L)
                    .containsEntry("records-missing-state-total reason=gap", 1L)
                    .containsEntry("records-missing-state-total reason=replay", 1L)
                    .containsEntry("records-missing-state-total reason=no-state", 0L)
                    .containsEntry("records-lost-total", 3L)
                    .containsEntry("look-backs-total outcome=restored", 0L)
                    .containsEntry("look-back-records-total", 0L)
                    .containsEntry("streams-held", 1L);
            assertThat((Long) values.get("state-bytes")).isPositive();
        }
    }

    @Test
    void convertersOfOneWorkerDoNotShareTheirMetrics() throws Exception {
        try (Metrics metrics = new Metrics()) {
            PluginMetricsImpl one = new PluginMetricsImpl(metrics, Map.of("task", "0"));
            PluginMetricsImpl two = new PluginMetricsImpl(metrics, Map.of("task", "1"));
            MeteredJellyConverter first = metered(one);
            MeteredJellyConverter second = metered(two);
            send(first, stamped(0, 0), RdfStructs.of(numbered(0)));
            one.close();
            send(second, stamped(0, 0), RdfStructs.of(numbered(0)));
            send(second, stamped(0, 1), RdfStructs.of(numbered(0)));
            assertThat(values(metrics))
                    .containsEntry("records-encoded-total kind=graph mode=stateful task=1", 2L)
                    .doesNotContainKey("records-encoded-total kind=graph mode=stateful task=0");
            two.close();
        }
    }

    private static MeteredJellyConverter metered(PluginMetricsImpl metrics) {
        MeteredJellyConverter converter = new MeteredJellyConverter();
        converter.configure(Map.of(), false);
        converter.withPluginMetrics(metrics);
        return converter;
    }

    /** By name and tags, without those that every plugin of a connector has. */
    private static Map<String, Object> values(Metrics metrics) {
        Map<String, Object> values = new TreeMap<>();
        for (Map.Entry<MetricName, KafkaMetric> metric : metrics.metrics().entrySet()) {
            StringBuilder key = new StringBuilder(metric.getKey().name());
            new TreeMap<>(metric.getKey().tags()).forEach((tag, value) -> {
                if (!tag.equals("connector")
                        && !(tag.equals("task") && metric.getKey().tags().containsKey("connector"))) {
                    key.append(' ').append(tag).append('=').append(value);
                }
            });
            values.put(key.toString(), metric.getValue().metricValue());
        }
        return values;
    }
}
