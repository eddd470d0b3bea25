package dev.velella.diff.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.velella.diff.DiffPipe;
import dev.velella.diff.options.HealthListener;
import dev.velella.fixture.HostileClient;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HealthEndpointTest {
    private final AtomicReference<AppHealth> health =
            new AtomicReference<>(new AppHealth("REBALANCING", true, false, null));
    private final HealthEndpoint endpoint = new HealthEndpoint(new HealthListener("localhost", 0), health::get);

    @AfterEach
    void stop() {
        endpoint.close();
    }

    private HttpResponse<String> ask(String method, String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://localhost:" + endpoint.port() + path);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(Duration.ofSeconds(240)) // ends a test that fails
                .method(method, BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }

    @Test
    void appThatRestoresIsLiveAndNotReady() throws Exception {
        assertThat(ask("GET", "/health/live").statusCode()).isEqualTo(200);
        HttpResponse<String> ready = ask("GET", "/health/ready");
        assertThat(ready.statusCode()).isEqualTo(503);
        assertThat(ready.headers().firstValue("content-type")).hasValue("application/json");
        assertThat(ready.body())
                .isEqualTo("{\"state\":\"REBALANCING\",\"live\":true,\"ready\":false,\"failure\":null}\n");
        health.set(new AppHealth("RUNNING", true, true, null));
        assertThat(ask("GET", "/health/ready").statusCode()).isEqualTo(200);
        assertThat(ask("HEAD", "/health/ready").statusCode()).isEqualTo(200);
    }

    @Test
    void appThatFailedIsNotLiveAndSaysWhy() throws Exception {
        health.set(new AppHealth("ERROR", false, false, "graphs-0@7: \"no\"\n\\ frame"));
        HttpResponse<String> live = ask("GET", "/health/live");
        assertThat(live.statusCode()).isEqualTo(503);
        assertThat(live.body()).contains("\"failure\":\"graphs-0@7: \\\"no\\\"\\u000a\\\\ frame\"");
    }

    @Test
    void nothingElseIsServed() throws Exception {
        assertThat(ask("GET", "/").statusCode()).isEqualTo(404);
        assertThat(ask("GET", "/health/ready/x").statusCode()).isEqualTo(404);
        assertThat(ask("POST", "/health/ready").statusCode()).isEqualTo(405);
    }

    /** It answers to every name. */
    @ParameterizedTest
    @EnumSource(value = HostileClient.class, mode = EnumSource.Mode.EXCLUDE, names = "FOREIGN_HOST")
    void hostileClientsKeepNobodyFromAsking(HostileClient hostile) throws Exception {
        hostile.attack(new HostileClient.Door(
                endpoint.port(), "/health/live", "/health/live", HealthEndpoint.CLIENTS, false, false));
    }

    /** A probe asks by the address of a container. */
    @Test
    void itAnswersToEveryName() throws Exception {
        try (Socket socket = new Socket("localhost", endpoint.port())) {
            socket.getOutputStream()
                    .write("GET /health/live HTTP/1.1\r\nHost: 10.1.2.3:8090\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void portThatIsTakenIsRefusedByName() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> new HealthEndpoint(new HealthListener("localhost", endpoint.port()), health::get))
                .withMessageContaining("velella.health.listener")
                .withMessageContaining("localhost:" + endpoint.port());
    }

    @Test
    void listenerIsHostAndPortOrAPortOfThisMachine() {
        assertThat(DiffPipe.config().healthListener()).isNull();
        assertThat(DiffPipe.config("velella.health.listener", "8090").healthListener())
                .isEqualTo(new HealthListener("localhost", 8090));
        assertThat(DiffPipe.config("velella.health.listener", "[::1]:0").healthListener())
                .isEqualTo(new HealthListener("::1", 0));
        for (String wrong : new String[] {"here", "host:", ":80", "host:65536", "-1"}) {
            assertThatExceptionOfType(ConfigException.class)
                    .isThrownBy(() -> DiffPipe.config("velella.health.listener", wrong))
                    .withMessageContaining("velella.health.listener");
        }
    }
}
