package dev.velella.sink.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.Tls;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.targets.rdf4j.Rdf4jProtocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A server that names another place for its transactions gets no credentials sent there. */
class ForeignServerTest {
    private static final String IDENTITY =
            """
            {"head":{"vars":["p","o"]},"results":{"bindings":[
              {"p":{"type":"uri","value":"urn:velella:system#storeId"},"o":{"type":"literal","value":"id"}},
              {"p":{"type":"uri","value":"urn:velella:system#layout"},"o":{"type":"literal","value":"2"}}]}}
            """;

    private static HttpServer server() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        return server;
    }

    @Test
    void credentialsGoToTheConfiguredServerOnly() throws Exception {
        HttpServer other = server();
        AtomicInteger others = new AtomicInteger();
        other.createContext("/", exchange -> {
            others.incrementAndGet();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        HttpServer own = server();
        own.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            exchange.getRequestBody().readAllBytes();
            if (path.endsWith("/transactions")) {
                exchange.getResponseHeaders()
                        .set(
                                "Location",
                                "http://localhost:" + other.getAddress().getPort() + path + "/1");
                exchange.sendResponseHeaders(201, -1);
            } else if (path.endsWith("/statements")) {
                exchange.getResponseHeaders().set("Content-Type", "application/n-quads");
                exchange.sendResponseHeaders(200, -1);
            } else {
                byte[] answer = (path.endsWith("/protocol") ? "12" : IDENTITY).getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "application/sparql-results+json");
                exchange.sendResponseHeaders(200, answer.length);
                exchange.getResponseBody().write(answer);
            }
            exchange.close();
        });
        URI url = URI.create("http://localhost:" + own.getAddress().getPort() + "/rdf4j-server/repositories/test");
        RemoteSettings settings = new RemoteSettings(
                Rdf4jProtocol.INSTANCE,
                url,
                url,
                Authentication.basic("maria", "secret"),
                Tls.DEFAULT,
                Duration.ofSeconds(120),
                Duration.ofSeconds(120),
                1 << 20,
                RemoteSettings.Delivery.EXACTLY_ONCE,
                false,
                10);
        try (RemoteTarget target = RemoteTarget.of(settings, "sink")) {
            assertThatThrownBy(() -> target.claim(List.of(new PartitionId("t", 0))))
                    .isInstanceOf(StoreFailedException.class)
                    .hasMessageContaining(
                            "http://localhost:" + other.getAddress().getPort())
                    .hasMessageContaining("not the server of target.url");
            assertThat(others).hasValue(0);
        } finally {
            own.stop(0);
            other.stop(0);
        }
    }
}
