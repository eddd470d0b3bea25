package dev.velella.kit.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

class HttpServerTest {
    @Test
    void anAddressNamesOneServerHoweverItIsWritten() {
        assertThat(HttpServer.of(URI.create("HTTPS://Example.org/a?b")))
                .isPresent()
                .isEqualTo(HttpServer.of(URI.create("https://example.org:443/c")))
                .isNotEqualTo(HttpServer.of(URI.create("http://example.org:443/c")))
                .isNotEqualTo(HttpServer.of(URI.create("https://example.org:444")));
        assertThat(HttpServer.of(URI.create("http://example.org"))).hasValue(new HttpServer("http", "example.org", 80));
    }

    @Test
    void anAddressOfSomethingElseNamesNone() {
        assertThat(HttpServer.of(URI.create("ftp://example.org"))).isEmpty();
        assertThat(HttpServer.of(URI.create("/relative"))).isEmpty();
        assertThat(HttpServer.of(URI.create("file:/etc/passwd"))).isEmpty();
    }
}
