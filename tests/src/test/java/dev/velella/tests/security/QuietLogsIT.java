package dev.velella.tests.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.quickstart.StoreClient;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A whole pipeline, from HTTP to two stores, whose payloads, passwords, token and addresses hold a marker. No line of the
 * log from INFO on has it, also where a payload is refused and where a store refuses the login.
 */
class QuietLogsIT {
    private static final String MARKER = "m4rk3r";
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final AtomicInteger documents = new AtomicInteger();
    private final AtomicInteger refusedLogins = new AtomicInteger();

    @Test
    void neitherPayloadsNorSecretsAreLogged(@TempDir Path scratch) throws Exception {
        HttpServer web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.createContext("/document", this::document);
        web.createContext("/store", this::refuse);
        web.start();
        String url = "http://localhost:" + web.getAddress().getPort();
        int sparql = Ports.free();
        try (LogLines log = new LogLines()) {
            log.start();
            try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                    Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()));
                    DiffApp diff = new DiffApp(new DiffConfig(Map.of(
                            "bootstrap.servers", broker.bootstrapServers(),
                            "application.id", "quiet",
                            "state.dir", scratch.resolve("streams").toString(),
                            "velella.input.topic", "graphs",
                            "velella.output.topic", "patches",
                            "velella.snapshot.topic", "patches-snapshots")));
                    ConnectWorker worker = new ConnectWorker(
                            broker.bootstrapServers(), Installation.home().resolve("plugins"), Ports.free())) {
                Topics.create(admin, "graphs", 1);
                Topics.create(admin, "letters", 1);
                diff.start();
                ConnectRest rest = new ConnectRest(worker.restUrl());
                create(
                        rest,
                        broker,
                        "http-document-source.json",
                        Map.of(
                                "topic", "graphs",
                                "http.url", url + "/document?key=" + MARKER + "-url",
                                "http.bearer.token", MARKER + "-token",
                                "http.poll.interval.ms", "200",
                                "on.error", "dead-letter",
                                "dead.letter.topic", "letters"));
                create(
                        rest,
                        broker,
                        "memory-sink.json",
                        Map.of(
                                "target.dir", scratch.resolve("store").toString(),
                                "sparql.endpoint.port", Integer.toString(sparql)));
                assertThatThrownBy(() -> create(
                                rest,
                                broker,
                                "sparql-sink.json",
                                Map.of(
                                        "target.url", url + "/store?key=" + MARKER + "-url",
                                        "target.update.url", url + "/store?key=" + MARKER + "-url",
                                        "target.auth", "basic",
                                        "target.auth.user", "velella",
                                        "target.auth.password", MARKER + "-password")))
                        .hasMessageContaining("HTTP 401")
                        .hasMessageNotContaining(MARKER);
                assertThat(refusedLogins).hasPositiveValue();
                StoreClient store = new StoreClient("http://localhost:" + sparql);
                Await.until("the payload is in the store", PATIENCE, () -> store.status()
                        .map(status -> status.path("statements").asLong() > 0)
                        .orElse(false));
                assertThat(store.select("SELECT ?o WHERE { GRAPH ?g { ?s ?p ?o } }")
                                .toString())
                        .contains(MARKER + "-payload");
                Await.until("a payload is refused", PATIENCE, () -> !Topics.committed(
                                broker.bootstrapServers(), "letters", 1)
                        .isEmpty());
            }
            assertThat(log.text()).contains("dev.velella.source", "dev.velella.sink", "dev.velella.diff");
            assertThat(log.text().lines().filter(line -> line.contains(MARKER))).isEmpty();
        } finally {
            web.stop(0);
        }
    }

    private static void create(ConnectRest rest, EmbeddedBroker broker, String sample, Map<String, String> changes)
            throws Exception {
        Map<String, String> all = new HashMap<>(changes);
        all.put("kafka.bootstrap.servers", broker.bootstrapServers());
        rest.create(new Samples(Installation.home()).connector(sample, all));
    }

    /** A graph, and every third time a text that is none. */
    private void document(HttpExchange exchange) throws IOException {
        int number = documents.incrementAndGet();
        String text = number % 3 == 0
                ? "<urn:s> \"" + MARKER + "-broken"
                : "<urn:s> <urn:p> \"" + MARKER + "-payload " + number + "\" .";
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/turtle");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private void refuse(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        refusedLogins.incrementAndGet();
        exchange.sendResponseHeaders(401, -1);
        exchange.close();
    }
}
