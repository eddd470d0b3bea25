package dev.velella.status.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScrapedMetricsTest {
    @Test
    void readsNamesLabelsAndValuesAndLeavesOutTheRest() {
        List<Sample> samples = ScrapedMetrics.parse(
                """
                # HELP kafka_connect_plugins_lag_ms_applied text
                # TYPE kafka_connect_plugins_lag_ms_applied gauge
                kafka_connect_plugins_lag_ms_applied{connector="a \\"b\\"",topic="p",partition="1",} 12.0
                kafka_connect_plugins_lag_ms_applied{connector="c"} -1.0
                kafka_connect_plugins_retries_total 3.0E2
                kafka_connect_plugins_broken{connector="c"
                jvm_threads 4
                """);

        assertThat(samples)
                .containsExactly(
                        new Sample(
                                "kafka_connect_plugins_lag_ms_applied",
                                Map.of("connector", "a \"b\"", "topic", "p", "partition", "1"),
                                12),
                        new Sample("kafka_connect_plugins_lag_ms_applied", Map.of("connector", "c"), -1),
                        new Sample("kafka_connect_plugins_retries_total", Map.of(), 300));
        Metrics metrics = new Metrics(samples, Map.of());
        assertThat(metrics.sum("kafka_connect_plugins_lag_ms_applied", "c"))
                .as("-1 is unknown")
                .isEmpty();
        assertThat(metrics.most("kafka_connect_plugins_lag_ms_applied", "a \"b\"")
                        .getAsDouble())
                .isEqualTo(12);
    }
}
