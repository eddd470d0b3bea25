package dev.velella.status.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.velella.status.state.ConnectorState;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreLookTest {
    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private final StoreLook look = new StoreLook(null, new WebLook(Duration.ofSeconds(60)));
    private HttpServer server;
    private volatile int status = 404;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI().toString());
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private StoreLook.Result read(String path) {
        String url = "http://localhost:" + server.getAddress().getPort() + path;
        return look.read(
                new ConnectorState("sink", "sink", "http", "RUNNING", "", "", List.of(), Map.of("target.url", url)));
    }

    @ParameterizedTest
    @CsvSource({"/repositories/v-{key}", "/sparql?store={header.site}", "/{topic}/{key}/sparql"})
    void theServerOfASinkThatRoutesIsAskedNotATemplate(String path) {
        StoreLook.Result result = read(path);

        assertThat(result.answers()).as(result.reason()).isTrue();
        assertThat(result.address()).endsWith(path);
        assertThat(asked).containsExactly("/");

        status = 503;
        result = read(path);
        assertThat(result.answers()).isFalse();
        assertThat(result.reason()).contains("503");
    }

    @Test
    void theStoreOfAnotherSinkIsAskedItself() {
        assertThat(read("/repositories/r").answers()).isTrue();
        assertThat(asked.poll()).startsWith("/repositories/r?query=ASK");
    }
}
