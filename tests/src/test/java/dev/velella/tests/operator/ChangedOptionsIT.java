package dev.velella.tests.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.graph.TargetGraph;
import dev.velella.quickstart.StoreCheck;
import dev.velella.quickstart.StoreClient;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.rdf.RdfGraph;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.GraphTopic;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.tools.StreamsResetter;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An option that decides what the graphs are is changed while the diff app is down: the start is refused and nothing is
 * written. With each way out of the message a store becomes the stream.
 */
@Tag("long")
class ChangedOptionsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final int STREAMS = 4;
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final Map<String, RdfGraph> last = new HashMap<>();

    @TempDir
    private Path scratch;

    private EmbeddedBroker broker;
    private ConnectWorker worker;

    @Test
    void anotherPolicyIsRefusedUntilItIsSetBackOrAllBeginsAnew() throws Exception {
        try (EmbeddedBroker running = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) running.bootstrapServers()));
                ConnectWorker connect =
                        new ConnectWorker(running.bootstrapServers(), Installation.plugins(), Ports.free());
                GraphTopic graphs = new GraphTopic(running.bootstrapServers(), "graphs", 1, 1, 100)) {
            broker = running;
            worker = connect;
            Topics.create(admin, "graphs", 1);
            Map<String, String> options = new HashMap<>(Map.of(
                    "bootstrap.servers", broker.bootstrapServers(),
                    "application.id", "first",
                    "state.dir", scratch.resolve("streams").toString(),
                    "commit.interval.ms", "100",
                    "consumer.session.timeout.ms", "6000",
                    "velella.input.topic", "graphs",
                    "velella.output.topic", "patches",
                    "velella.snapshot.topic", "patches-snapshots",
                    "velella.snapshot.interval.patches", "3"));
            send(graphs, 1, 5);
            StoreClient store = sink("patches", Map.of());
            runUntilEqual(options, store);

            send(graphs, 6, 8);
            int before = patches("patches");
            options.putAll(Map.of("velella.graph.policy", "fixed", "velella.graph.fixed", "urn:all"));
            String message = refused(options);
            assertThat(patches("patches")).as("nothing is written").isEqualTo(before);

            Matcher setBack =
                    Pattern.compile("(velella\\.[a-z.]+) was ([a-z-]+) when").matcher(message);
            assertThat(setBack.find()).as(message).isTrue();
            options.put(setBack.group(1), setBack.group(2));
            options.remove("velella.graph.fixed");
            runUntilEqual(options, store);

            options.put("velella.graph.template", "urn:other:{key}");
            message = refused(options);
            assertThat(message)
                    .contains("new topics to write to", "another application.id", "their sinks a new, empty store");
            send(graphs, 9, 10);
            // What is read with snapshots must know the graphs of streams.
            Map<String, String> form = Map.of("graph.template", options.get("velella.graph.template"));
            Map<String, String> anew = new HashMap<>(options);
            anew.put("application.id", "second");
            writeTo(anew, "anew");
            runUntilEqual(anew, sink("anew", form));

            // Graphs of one policy for all streams.
            Map<String, String> another = new HashMap<>(options);
            another.remove("velella.graph.template");
            another.putAll(Map.of(
                    "application.id", "third", "velella.graph.policy", "fixed", "velella.graph.fixed", "urn:all"));
            writeTo(another, "fixed");
            runUntilEqual(another, sink("fixed", Map.of("graph.policy", "fixed", "graph.fixed", "urn:all")));

            reset(message);
            writeTo(options, "reset");
            send(graphs, 11, 12);
            runUntilEqual(options, sink("reset", form));
            send(graphs, 13, 13);
            runUntilEqual(anew, new StoreClient(endpoint("anew")));
            runUntilEqual(another, new StoreClient(endpoint("fixed")));
        }
    }

    private static void writeTo(Map<String, String> options, String topic) {
        options.put("velella.output.topic", topic);
        options.put("velella.snapshot.topic", topic + "-snapshots");
    }

    /** What the message names for a reset, done with the tool of Kafka. */
    private void reset(String message) throws IOException {
        assertThat(message).contains("kafka-streams-application-reset and delete its folder in state.dir");
        int status = new StreamsResetter().execute(new String[] {
            "--bootstrap-server",
            broker.bootstrapServers(),
            "--application-id",
            "first",
            "--input-topics",
            "graphs",
            "--force"
        });
        assertThat(status).isZero();
        try (Stream<Path> files = Files.walk(scratch.resolve("streams").resolve("first"))) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }

    private void send(GraphTopic graphs, int from, int to) throws Exception {
        for (int n = from; n <= to; n++) {
            for (int stream = 0; stream < STREAMS; stream++) {
                RdfGraph graph = RdfGraph.of(List.of(VALUES.createStatement(
                        VALUES.createIRI("http://example.org/station/" + stream),
                        VALUES.createIRI("http://example.org/number"),
                        VALUES.createLiteral(n))));
                graphs.send("station" + stream, graph);
                last.put("station" + stream, graph);
            }
        }
        graphs.sent();
    }

    private int patches(String topic) {
        return Topics.committed(broker.bootstrapServers(), topic, 1).size();
    }

    private final Map<String, Integer> ports = new HashMap<>();

    private String endpoint(String topic) {
        return "http://localhost:" + ports.get(topic);
    }

    private StoreClient sink(String topic, Map<String, String> more) throws Exception {
        ports.put(topic, Ports.free());
        ObjectNode connector = new Samples(Installation.home())
                .connector(
                        "memory-sink.json",
                        Map.of(
                                "kafka.bootstrap.servers", broker.bootstrapServers(),
                                "topics", topic + "," + topic + "-snapshots",
                                "snapshot.topics", topic + "-snapshots:" + topic,
                                "target.dir", scratch.resolve("store-" + topic).toString(),
                                "sparql.endpoint.port", Integer.toString(ports.get(topic))));
        connector.put("name", topic);
        more.forEach(((ObjectNode) connector.get("config"))::put);
        new ConnectRest(worker.restUrl()).create(connector);
        return new StoreClient(endpoint(topic));
    }

    private void runUntilEqual(Map<String, String> options, StoreClient store) throws Exception {
        DiffConfig config = new DiffConfig(options);
        StoreCheck check = new StoreCheck(TargetGraph.of(config.graphSettings()), store);
        try (DiffApp app = new DiffApp(config)) {
            app.start();
            Await.until("the store equals the stream", PATIENCE, () -> {
                assertThat(app.failure()).isEmpty();
                try {
                    return store.status().isPresent() && check.compare(last).equal();
                } catch (IOException e) {
                    return false;
                }
            });
        }
    }

    /** Starts the app as a user does; it ends by itself. */
    private String refused(Map<String, String> options) throws Exception {
        Path file = scratch.resolve("diff.properties");
        Properties properties = new Properties();
        properties.putAll(options);
        try (var out = Files.newOutputStream(file)) {
            properties.store(out, null);
        }
        Installation.Outcome outcome = Installation.velella(scratch, "diff-app", "--config", file.toString());
        assertThat(outcome.status()).as("%s", outcome).isEqualTo(1);
        assertThat(outcome.err())
                .containsPattern("velella\\.graph\\.[a-z]+ was \\S+ when the state of this application was begun")
                .doesNotContain("\tat ", "null");
        return outcome.err();
    }
}
