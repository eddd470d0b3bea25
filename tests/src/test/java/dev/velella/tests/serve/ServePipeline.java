package dev.velella.tests.serve;

import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.RdfGraph;
import dev.velella.serve.app.ServeApp;
import dev.velella.serve.options.ServeConfig;
import dev.velella.tests.Await;
import dev.velella.tests.Topics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/** A broker, the diff app, and what writes graphs into it. */
final class ServePipeline implements AutoCloseable {
    static final int PARTITIONS = 3;
    static final Duration PATIENCE = Duration.ofSeconds(120);
    static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final EmbeddedBroker broker;
    private final Admin admin;
    private final KafkaProducer<String, byte[]> producer;
    private final DiffApp diff;
    private final HttpClient http = HttpClient.newHttpClient();
    private final JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, Limits.DEFAULT);

    ServePipeline(Path directory) throws Exception {
        broker = new EmbeddedBroker(directory.resolve("kafka"), Ports.free());
        Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
        admin = Admin.create(client);
        Topics.create(admin, "graphs", PARTITIONS);
        producer = new KafkaProducer<>(client, new StringSerializer(), new ByteArraySerializer());
        diff = new DiffApp(new DiffConfig(Map.of(
                "bootstrap.servers", broker.bootstrapServers(),
                "application.id", "serve-diff",
                "state.dir", directory.resolve("diff").toString(),
                "velella.input.topic", "graphs",
                "velella.output.topic", "patches",
                "velella.snapshot.topic", "snapshots",
                "velella.snapshot.interval.patches", "4")));
        diff.start();
        Await.until(
                "the diff app has made its topics",
                PATIENCE,
                () -> admin.listTopics().names().get().contains("patches"));
    }

    String bootstrapServers() {
        return broker.bootstrapServers();
    }

    Admin admin() {
        return admin;
    }

    /** A graph with one value. */
    static RdfGraph reading(String key, int value) {
        IRI station = VALUES.createIRI("http://example.org/", key.replaceAll("[^a-z0-9]", "_"));
        return RdfGraph.of(java.util.List.of(
                statement(station, "type", VALUES.createIRI("http://example.org/Sensor")),
                statement(station, "value", VALUES.createLiteral(value))));
    }

    private static Statement statement(IRI subject, String property, org.eclipse.rdf4j.model.Value object) {
        return VALUES.createStatement(subject, VALUES.createIRI("http://example.org/", property), object);
    }

    /** Sends a graph to the diff app. */
    void send(String key, RdfGraph graph) throws Exception {
        producer.send(new ProducerRecord<>("graphs", key, encoder.encode(graph)))
                .get();
    }

    /** Ends a stream. */
    void end(String key) throws Exception {
        producer.send(new ProducerRecord<>("graphs", key, null)).get();
    }

    /** Options of a service that reads the patches. */
    Map<String, String> options(Path state, String... more) {
        Map<String, String> options = new HashMap<>(Map.of(
                "bootstrap.servers", bootstrapServers(),
                "serve.patch.topic", "patches",
                "serve.snapshot.topic", "snapshots",
                "serve.listener", "localhost:0",
                "serve.state.dir", state.toString()));
        for (int i = 0; i < more.length; i += 2) {
            options.put(more[i], more[i + 1]);
        }
        return options;
    }

    /** A running service, which serves all that is committed. */
    ServeApp serve(Map<String, String> options) throws Exception {
        ServeApp app = new ServeApp(new ServeConfig(options));
        app.start();
        awaitReady(app);
        return app;
    }

    void awaitReady(ServeApp app) throws Exception {
        Await.until("the service is ready", PATIENCE, () -> {
            app.failure().ifPresent(failure -> {
                throw new AssertionError(failure);
            });
            return get(app, "/health/ready").statusCode() == 200;
        });
    }

    HttpResponse<byte[]> get(ServeApp app, String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + app.port() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    HttpResponse<byte[]> post(ServeApp app, String path, String type, String body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + app.port() + path))
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    /** Waits until the service has a text in the N-Quads of a path. */
    void awaitText(ServeApp app, String path, String expected) throws Exception {
        Await.until(path + " has " + expected, PATIENCE, () -> {
            app.failure().ifPresent(failure -> {
                throw new AssertionError(failure);
            });
            return text(get(app, path, "Accept", "application/n-quads")).contains(expected);
        });
    }

    @Override
    public void close() {
        diff.close(Duration.ofSeconds(20));
        producer.close();
        admin.close();
        broker.close();
    }
}
