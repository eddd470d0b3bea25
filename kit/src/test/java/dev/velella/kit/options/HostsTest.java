package dev.velella.kit.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostsTest {
    @ParameterizedTest
    @CsvSource({
        "7879, localhost, 7879",
        "localhost:0, localhost, 0",
        "my_service:80, my_service, 80",
        "192.0.2.7:65535, 192.0.2.7, 65535",
        "[::1]:80, ::1, 80",
        "[fe80::1%eth0]:80, fe80::1%eth0, 80"
    })
    void anAddressHasHostAndPort(String text, String host, int port) {
        assertThat(Listener.parse("option", text, 1)).isEqualTo(new Listener(host, port));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:7879",
                "https://a.example:7879",
                "localhost:7879/",
                "//localhost:7879",
                "user@localhost:7879",
                "a b:7879",
                "localhost:",
                ":7879",
                "localhost",
                "localhost:65536",
                "localhost:-1",
                "[localhost]:80",
                "a,b:80"
            })
    void anAddressOfAnotherFormIsRefusedWithTheRightOne(String text) {
        assertThatThrownBy(() -> Listener.parse("serve.listener", text, 7879))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("serve.listener")
                .hasMessageEndingWith(
                        "must be host:port or a port, such as localhost:7879 or 7879, without scheme and path");
    }

    @ParameterizedTest
    @ValueSource(strings = {"data.example.org", "*", "127.0.0.1", "[::1]", "::1", "my_service"})
    void namesOfHostsAreTaken(String host) {
        assertThatCode(() -> Hosts.HOSTS.ensureValid("hosts", List.of(host))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://data.example.org", "data.example.org:80", "data.example.org/", ""})
    void whatIsNoNameOfAHostIsRefused(String host) {
        assertThatThrownBy(() -> Hosts.HOSTS.ensureValid("hosts", List.of("a", host)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("hosts")
                .hasMessageContaining("without scheme, port and path");
        assertThatThrownBy(() -> Hosts.HOST.ensureValid("bind", host)).hasMessageContaining("bind");
    }

    @ParameterizedTest
    @ValueSource(strings = {"app.example.org", "https://app.example.org/page", "https://", "a b", "*"})
    void aWebSiteHasASchemeAndNoPath(String origin) {
        Hosts.ORIGINS.ensureValid("origins", List.of("https://app.example.org", "http://localhost:3000/"));
        assertThatThrownBy(() -> Hosts.ORIGINS.ensureValid("origins", List.of(origin)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("such as https://app.example.org");
    }
}
