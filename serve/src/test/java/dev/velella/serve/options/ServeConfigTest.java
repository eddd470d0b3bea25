package dev.velella.serve.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServeConfigTest {
    private static ServeConfig config(String... more) {
        Map<String, String> options = new HashMap<>(Map.of(
                "bootstrap.servers", "localhost:9092",
                "serve.patch.topic", "patches",
                "serve.group", "group",
                "serve.state.dir", "/nowhere"));
        for (int i = 0; i < more.length; i += 2) {
            options.put(more[i], more[i + 1]);
        }
        return new ServeConfig(options);
    }

    @Test
    void anInstanceSaysItsHostAndPortToTheOthers() {
        assertThat(String.valueOf(config("serve.advertised.address", "serve-1.example.org:7879")
                        .advertised()))
                .isEqualTo("serve-1.example.org:7879");
    }

    /** The others would put {@code http://} before it, and answer each request with an error. */
    @ParameterizedTest
    @CsvSource({
        "http://serve-1:7879, must be host:port",
        "https://serve-1:7879, must be host:port",
        "serve-1:7879/graphs, must be host:port",
        "serve-1, must be host:port",
        "serve-1:0, must name the port of serve.listener",
        "serve_1:7879, without underscore"
    })
    void anAddressThatTheOthersCannotUseIsRefused(String address, String problem) {
        assertThatThrownBy(() -> config("serve.advertised.address", address))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("serve.advertised.address")
                .hasMessageContaining(address)
                .hasMessageContaining(problem);
    }
}
