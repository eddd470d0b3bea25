package dev.velella.status;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PipelineConfigTest {
    @ParameterizedTest
    @CsvSource({
        "pipeline.connect.url, localhost:8083",
        "pipeline.connect.url, http://",
        "pipeline.metrics.urls, 'http://localhost:9404/metrics,ftp://localhost'",
        "pipeline.diff.health.urls, http:/localhost",
        "pipeline.store.url, http://a b",
        "pipeline.query.url, //localhost/sparql",
        "page.listener, http://localhost:7880",
        "page.allowed.hosts, http://page.example.org"
    })
    void anAddressOfAnotherFormIsRefusedUnderItsName(String option, String value) {
        Map<String, String> options = new HashMap<>(Map.of("bootstrap.servers", "localhost:9092"));
        options.put(option, value);
        assertThatThrownBy(() -> new PipelineConfig(options))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(option);
    }
}
