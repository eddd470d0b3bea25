package dev.velella.tests.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.CodedInputStream;
import com.sun.net.httpserver.HttpServer;
import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.fixture.Nanopublications;
import dev.velella.jelly.JellyStreamWriter;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.RdfGraph;
import dev.velella.serve.app.ServeApp;
import dev.velella.serve.options.ServeConfig;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import eu.neverblink.jelly.convert.rdf4j.Rdf4jConverterFactory;
import eu.neverblink.jelly.core.RdfHandler;
import eu.neverblink.jelly.core.proto.v1.RdfStreamFrame;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import net.trustyuri.TrustyUriUtils;
import net.trustyuri.rdf.RdfHasher;
import net.trustyuri.rdf.RdfPreprocessor;
import org.apache.kafka.clients.admin.Admin;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nanopublications from a registry through source, topic, diff app and service, and back: a client of registries reads the
 * service, with Jelly-JVM, and so does a second source. Trusty URIs are checked by both sources and by the client.
 */
class NanopublicationsIT {
    private static final Duration PATIENCE = ServePipeline.PATIENCE;
    private static final int FIRST = 20;
    private static final int LATER = 3;

    @TempDir
    private Path directory;

    private final HttpClient http = HttpClient.newHttpClient();
    private volatile int published = FIRST;

    /** A nanopublication as a client of registries has it. */
    private record Received(long counter, List<Statement> statements) {}

    @Test
    void aClientOfRegistriesLoadsFromTheServiceAndGoesOn() throws Exception {
        HttpServer registry = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
        registry.createContext("/", exchange -> {
            byte[] body =
                    frames(Integer.parseInt(exchange.getRequestURI().getQuery().replace("afterCounter=", "")));
            exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
        registry.start();
        try (EmbeddedBroker broker = new EmbeddedBroker(directory.resolve("kafka"), Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            for (String topic : List.of("nanopubs", "nanopubs-back", "nanopubs-dead-letters")) {
                Topics.create(admin, topic, 1);
            }
            DiffApp diff = diff(broker.bootstrapServers());
            int port = Ports.free();
            try (ConnectWorker worker = new ConnectWorker(broker.bootstrapServers(), Installation.plugins(), port);
                    ServeApp service = service(broker.bootstrapServers(), admin)) {
                ConnectRest rest = new ConnectRest(worker.restUrl());
                Installation.awaitUp(rest);
                source(
                        rest,
                        broker,
                        "there",
                        "http://localhost:" + registry.getAddress().getPort(),
                        "nanopubs");
                awaitCount(service, FIRST);
                List<Received> all = load(service, -1);
                check(all, FIRST);

                published = FIRST + LATER;
                long last = all.get(FIRST - 1).counter();
                Await.until(
                        "later ones come", PATIENCE, () -> load(service, last).size() == LATER);
                List<Received> together = new ArrayList<>(all);
                together.addAll(load(service, last));
                check(together, FIRST + LATER);

                source(rest, broker, "back", "http://localhost:" + service.port(), "nanopubs-back");
                Set<String> keys = new HashSet<>();
                Await.until("a source has read them all", PATIENCE, () -> {
                    rest.failure("back").ifPresent(failure -> {
                        throw new AssertionError(failure);
                    });
                    Topics.committed(broker.bootstrapServers(), "nanopubs-back", 1)
                            .forEach(record -> keys.add(record.key()));
                    return keys.size() == FIRST + LATER;
                });
                assertThat(keys).isEqualTo(names(FIRST + LATER));
                assertThat(Topics.committed(broker.bootstrapServers(), "nanopubs-dead-letters", 1))
                        .isEmpty();
            } finally {
                diff.close(Duration.ofSeconds(20));
            }
        } finally {
            registry.stop(0);
        }
    }

    /** The registry's stream after a counter: the nanopublication with number n has the counter n + 1. */
    private byte[] frames(int after) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int until = published;
        if (after >= until) {
            return new byte[0];
        }
        try (JellyStreamWriter frames = new JellyStreamWriter(out, JellyOptions.TOPIC, Limits.DEFAULT)) {
            for (int n = Math.max(0, after); n < until; n++) {
                frames.write(RdfGraph.of(Nanopublications.of(n)), Map.of("c", new byte[] {(byte) (n + 1)}));
            }
        }
        return out.toByteArray();
    }

    private DiffApp diff(String bootstrapServers) {
        DiffApp app = new DiffApp(new DiffConfig(Map.of(
                "bootstrap.servers", bootstrapServers,
                "application.id", "nanopubs",
                "state.dir", directory.resolve("diff").toString(),
                "velella.input.topic", "nanopubs",
                "velella.output.topic", "patches",
                "velella.graph.policy", "keep",
                "velella.element.type", "dataset")));
        app.start();
        return app;
    }

    private ServeApp service(String bootstrapServers, Admin admin) throws Exception {
        Await.until(
                "the diff app has made its topic",
                PATIENCE,
                () -> admin.listTopics().names().get().contains("patches"));
        ServeApp app = new ServeApp(new ServeConfig(Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "serve.patch.topic",
                "patches",
                "serve.listener",
                "localhost:0",
                "serve.state.dir",
                directory.resolve("state").toString())));
        app.start();
        return app;
    }

    /** A source as the sample has it. */
    private static void source(ConnectRest rest, EmbeddedBroker broker, String name, String url, String topic)
            throws Exception {
        ObjectNode connector = (ObjectNode) new ObjectMapper()
                .readTree(Files.readString(Path.of("../deploy/samples/nanopublications-source.json")));
        connector.put("name", name);
        ObjectNode config = (ObjectNode) connector.get("config");
        config.put("http.url", url + "/nanopubs.jelly?afterCounter={offset}");
        config.put("http.poll.interval.ms", "200");
        config.put("topic", topic);
        config.put("kafka.bootstrap.servers", broker.bootstrapServers());
        rest.create(connector);
    }

    private void awaitCount(ServeApp service, int count) throws Exception {
        Await.until("the service has the nanopublications", PATIENCE, () -> {
            service.failure().ifPresent(failure -> {
                throw new AssertionError(failure);
            });
            HttpResponse<Void> about = http.send(
                    HttpRequest.newBuilder(URI.create("http://localhost:" + service.port() + "/"))
                            .method("HEAD", HttpRequest.BodyPublishers.noBody())
                            .build(),
                    HttpResponse.BodyHandlers.discarding());
            boolean ready = about.headers()
                    .firstValue("Nanopub-Registry-Status")
                    .orElse("")
                    .equals("ready");
            return ready && load(service, -1).size() == count;
        });
    }

    /** Loads as clients of registries do: delimited frames, each one nanopublication, with its counter. */
    private List<Received> load(ServeApp service, long after) throws Exception {
        HttpResponse<byte[]> response = http.send(
                HttpRequest.newBuilder(URI.create(
                                "http://localhost:" + service.port() + "/nanopubs.jelly?afterCounter=" + after))
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
        assertThat(response.statusCode()).isEqualTo(200);
        long load = Long.parseLong(
                response.headers().firstValue("Nanopub-Registry-Load-Counter").orElseThrow());
        assertThat(response.headers().firstValue("Nanopub-Registry-Setup-Id")).isPresent();
        List<Statement> statements = new ArrayList<>();
        var maker = Rdf4jConverterFactory.getInstance().decoderConverter();
        var decoder = Rdf4jConverterFactory.getInstance()
                .quadsDecoder(
                        new RdfHandler.QuadHandler<Value>() {
                            @Override
                            public void handleNamespace(String prefix, Value namespace) {}

                            @Override
                            public void handleQuad(Value subject, Value predicate, Value object, Value graph) {
                                statements.add(maker.makeQuad(subject, predicate, object, graph));
                            }
                        },
                        eu.neverblink.jelly.core.JellyOptions.DEFAULT_SUPPORTED_OPTIONS);
        List<Received> received = new ArrayList<>();
        ByteArrayInputStream in = new ByteArrayInputStream(response.body());
        long before = after;
        for (RdfStreamFrame frame = RdfStreamFrame.parseDelimitedFrom(in);
                frame != null;
                frame = RdfStreamFrame.parseDelimitedFrom(in)) {
            statements.clear();
            frame.getRows().forEach(decoder::ingestRow);
            long counter = -1;
            for (var entry : frame.getMetadata()) {
                if (entry.getKey().equals("c")) {
                    counter = CodedInputStream.newInstance(entry.getValue().toByteArray())
                            .readInt64();
                }
            }
            assertThat(counter).isGreaterThan(before).isLessThanOrEqualTo(load);
            before = counter;
            received.add(new Received(counter, List.copyOf(statements)));
        }
        return received;
    }

    private static void check(List<Received> received, int count) {
        Map<String, Set<Statement>> found = new TreeMap<>();
        for (Received each : received) {
            String name = name(each.statements());
            String code = TrustyUriUtils.getArtifactCode(name);
            assertThat(RdfHasher.makeArtifactCode(RdfPreprocessor.run(each.statements(), code)))
                    .as("trusty URI")
                    .isEqualTo(code);
            found.put(name, new HashSet<>(each.statements()));
        }
        Map<String, Set<Statement>> expected = new TreeMap<>();
        for (int n = 0; n < count; n++) {
            List<Statement> statements = Nanopublications.of(n);
            expected.put(name(statements), new HashSet<>(statements));
        }
        assertThat(found).isEqualTo(expected);
    }

    private static Set<String> names(int count) {
        Set<String> names = new HashSet<>();
        for (int n = 0; n < count; n++) {
            names.add(name(Nanopublications.of(n)));
        }
        return names;
    }

    private static String name(List<Statement> statements) {
        return statements.stream()
                .filter(each ->
                        each.getPredicate().equals(RDF.TYPE) && each.getObject().equals(Nanopublications.type()))
                .findFirst()
                .orElseThrow()
                .getSubject()
                .stringValue();
    }
}
