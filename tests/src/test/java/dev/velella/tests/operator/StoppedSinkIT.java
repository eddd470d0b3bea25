package dev.velella.tests.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.cli.VelellaRun;
import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.quickstart.StoreClient;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.rdf.RdfGraph;
import dev.velella.sink.embedded.EmbeddedTarget;
import dev.velella.sink.embedded.LmdbSettings;
import dev.velella.sink.embedded.LmdbTarget;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.GraphTopic;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.sink.RunningConnector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A sink is stopped, its topic is trimmed beyond where its store stands, and it goes on: the store stays as it is until
 * the topics can build it again, and the message says how they get there.
 */
class StoppedSinkIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int STREAMS = 4;
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final Map<String, RdfGraph> last = new HashMap<>();
    private final int port;
    private final StoreClient client;
    private Path directory;
    private String target;
    private String name;
    private ConnectRest rest;

    StoppedSinkIT() throws IOException {
        port = Ports.free();
        client = new StoreClient("http://localhost:" + port);
    }

    @ParameterizedTest
    @CsvSource({"lmdb,lmdb-sink", "memory,memory-sink"})
    void theStoreIsKeptUntilSnapshotsCanBuildItAgain(String kind, String connectorName, @TempDir Path scratch)
            throws Exception {
        target = kind;
        name = connectorName;
        directory = scratch.resolve("store");
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()));
                ConnectWorker worker =
                        new ConnectWorker(broker.bootstrapServers(), Installation.plugins(), Ports.free());
                GraphTopic graphs = new GraphTopic(broker.bootstrapServers(), "graphs", 1, 1, 100)) {
            Topics.create(admin, "graphs", 1);
            ObjectNode sink = new Samples(Installation.home())
                    .connector(
                            name + ".json",
                            Map.of(
                                    "kafka.bootstrap.servers", broker.bootstrapServers(),
                                    "target.dir", directory.toString(),
                                    "sparql.endpoint.port", Integer.toString(port)));
            // A connector without the snapshots that the sample has.
            ((ObjectNode) sink.get("config"))
                    .put("topics", "patches")
                    .put("errors.tolerance", "all")
                    .remove("on.chain.break");
            RunningConnector connector = new RunningConnector(worker.restUrl(), sink);
            rest = new ConnectRest(worker.restUrl());
            Path config = scratch.resolve("sink.json");
            new ObjectMapper().writeValue(config.toFile(), sink);
            Set<Statement> before;

            try (DiffApp diff = diff(broker, scratch, Map.of())) {
                diff.start();
                send(graphs, 1, 10);
                awaitPatches(broker, 10 * STREAMS);
                connector.create();
                awaitApplied(broker);
                stop(connector);
                before = stored(directory);
                send(graphs, 11, 20);
                awaitPatches(broker, 20 * STREAMS);
            }
            long end = end(broker);
            admin.deleteRecords(Map.of(new TopicPartition("patches", 0), RecordsToDelete.beforeOffset(end - 6)))
                    .all()
                    .get();

            connector.resume();
            connector.awaitFailure("retention has removed the records between");
            String advice = rest.failure(name).orElseThrow();
            assertThat(advice).contains("Nothing was changed", "The topics cannot build the store again: patches-0@");
            stop(connector);
            assertThat(stored(directory)).isEqualTo(before);
            VelellaRun incomplete = VelellaRun.of("verify", "--config", config.toString());
            assertThat(incomplete.status())
                    .as(incomplete.out() + incomplete.err())
                    .isEqualTo(3);
            assertThat(incomplete.err()).contains("incomplete", "retention has removed the records below offset");

            connector.configure(Map.of("on.lost.history", "rebuild"));
            connector.awaitFailure("The topics cannot build the store again");
            stop(connector);
            assertThat(stored(directory)).as("nothing is emptied").isEqualTo(before);

            // What the message says is done, with the values that it says.
            String snapshots = said(advice, "velella\\.snapshot\\.topic=([^ ]+) ");
            try (DiffApp diff = diff(broker, scratch, Map.of("velella.snapshot.topic", snapshots))) {
                diff.start();
                Await.until("every stream has a snapshot", PATIENCE, () -> keys(broker, snapshots) == STREAMS);
            }
            Map<String, String> advised = Map.of(
                    "topics", said(advice, " topics=([^ ]+), "),
                    "snapshot.topics", said(advice, "snapshot\\.topics=([^ ]+) and"),
                    "on.lost.history", said(advice, "on\\.lost\\.history=([a-z]+)"));
            connector.configure(advised);
            awaitApplied(broker);
            stop(connector);
            assertThat(stored(directory)).isEqualTo(expected());
            List<Path> kept = kept();
            assertThat(kept).hasSize(1);
            assertThat(stored(kept.get(0))).as("the store of before").isEqualTo(before);
            advised.forEach((option, value) -> ((ObjectNode) sink.get("config")).put(option, value));
            new ObjectMapper().writeValue(config.toFile(), sink);
            VelellaRun full = VelellaRun.of("verify", "--config", config.toString(), "--full");
            assertThat(full.status()).as(full.out() + full.err()).isZero();
        }
    }

    @Test
    void aSinkThatHasEverythingGoesOnWhenItsTopicWasEmptiedToTheEnd(@TempDir Path scratch) throws Exception {
        target = "lmdb";
        name = "lmdb-sink";
        directory = scratch.resolve("store");
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()));
                ConnectWorker worker =
                        new ConnectWorker(broker.bootstrapServers(), Installation.plugins(), Ports.free());
                GraphTopic graphs = new GraphTopic(broker.bootstrapServers(), "graphs", 1, 1, 100);
                DiffApp diff = diff(broker, scratch, Map.of())) {
            Topics.create(admin, "graphs", 1);
            ObjectNode sink = new Samples(Installation.home())
                    .connector(
                            name + ".json",
                            Map.of(
                                    "kafka.bootstrap.servers", broker.bootstrapServers(),
                                    "target.dir", directory.toString(),
                                    "sparql.endpoint.port", Integer.toString(port)));
            ((ObjectNode) sink.get("config")).put("topics", "patches").remove("on.chain.break");
            RunningConnector connector = new RunningConnector(worker.restUrl(), sink);
            rest = new ConnectRest(worker.restUrl());
            Path config = scratch.resolve("sink.json");
            new ObjectMapper().writeValue(config.toFile(), sink);
            diff.start();
            send(graphs, 1, 10);
            awaitPatches(broker, 10 * STREAMS);
            connector.create();
            awaitAppliedToItsEnd(admin);
            assertThat(applied()).as("a marker is behind the last patch").isGreaterThan(end(broker));
            stop(connector);
            emptyPatches(admin);
            Set<Statement> before = expected();
            assertThat(stored(directory)).isEqualTo(before);
            VelellaRun verified = VelellaRun.of("verify", "--config", config.toString());
            assertThat(verified.status()).as(verified.out() + verified.err()).isZero();

            connector.resume();
            awaitAppliedToItsEnd(admin);
            send(graphs, 11, 12);
            awaitPatches(broker, 2 * STREAMS);
            awaitAppliedToItsEnd(admin);
            stop(connector);
            assertThat(stored(directory)).isEqualTo(expected()).isNotEqualTo(before);

            send(graphs, 13, 13);
            awaitPatches(broker, 3 * STREAMS);
            emptyPatches(admin);
            connector.resume();
            connector.awaitFailure(
                    "whether there were records between, or only markers of transactions, nobody can tell any more");
            VelellaRun unknown = VelellaRun.of("verify", "--config", config.toString());
            assertThat(unknown.status()).as(unknown.out() + unknown.err()).isEqualTo(3);
            assertThat(unknown.err()).contains("or only markers of transactions, nobody can tell any more");
        }
    }

    private static void emptyPatches(Admin admin) throws Exception {
        admin.deleteRecords(Map.of(new TopicPartition("patches", 0), RecordsToDelete.beforeOffset(-1)))
                .all()
                .get();
        Await.until(
                "the topic is empty",
                PATIENCE,
                () -> offset(admin, OffsetSpec.earliest()) == offset(admin, OffsetSpec.latest()));
    }

    private static DiffApp diff(EmbeddedBroker broker, Path scratch, Map<String, String> more) {
        Map<String, String> options = new HashMap<>(Map.of(
                "bootstrap.servers", broker.bootstrapServers(),
                "state.dir", scratch.resolve("streams").toString(),
                "commit.interval.ms", "100",
                "velella.input.topic", "graphs",
                "velella.output.topic", "patches",
                "velella.snapshot.interval.ms", "1000"));
        options.putAll(more);
        return new DiffApp(new DiffConfig(options));
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

    private static void awaitPatches(EmbeddedBroker broker, int patches) throws Exception {
        Await.until(
                patches + " patches",
                PATIENCE,
                () -> Topics.committed(broker.bootstrapServers(), "patches", 1).size() == patches);
    }

    private static long end(EmbeddedBroker broker) {
        return Topics.committed(broker.bootstrapServers(), "patches", 1).stream()
                .mapToLong(record -> record.offset() + 1)
                .max()
                .orElse(0);
    }

    private static long keys(EmbeddedBroker broker, String topic) {
        return Topics.committed(broker.bootstrapServers(), topic, 1).stream()
                .map(record -> record.key())
                .distinct()
                .count();
    }

    /** Markers of transactions may be behind the last patch. */
    private void awaitApplied(EmbeddedBroker broker) throws Exception {
        long end = end(broker);
        Await.until("patches applied up to " + end, PATIENCE, () -> applied() >= end);
    }

    private void awaitAppliedToItsEnd(Admin admin) throws Exception {
        Await.until("everything applied, markers included", PATIENCE, () -> {
            assertThat(rest.failure(name)).isEmpty();
            return applied() == offset(admin, OffsetSpec.latest());
        });
    }

    private static long offset(Admin admin, OffsetSpec which) throws Exception {
        TopicPartition patches = new TopicPartition("patches", 0);
        return admin.listOffsets(Map.of(patches, which))
                .partitionResult(patches)
                .get()
                .offset();
    }

    private long applied() throws InterruptedException {
        try {
            for (JsonNode row : client.status().orElseThrow().path("partitions")) {
                if (row.path("topic").asText().equals("patches")) {
                    return row.path("applied").asLong(-1);
                }
            }
        } catch (IOException | RuntimeException e) {
            // not up
        }
        return -1;
    }

    private void stop(RunningConnector connector) throws Exception {
        connector.stop();
        Await.until("the endpoint is gone", PATIENCE, () -> applied() == -1);
    }

    /** Statements of a store that is not in use. */
    private Set<Statement> stored(Path store) {
        try (EmbeddedTarget open = target.equals("lmdb")
                        ? LmdbTarget.open(store, name, PATIENCE, LmdbSettings.DEFAULT)
                        : MemoryTarget.open(store, name, PATIENCE);
                RepositoryConnection connection = open.connect()) {
            Set<Statement> all = new HashSet<>();
            connection.getStatements(null, null, null, false).stream()
                    .filter(statement -> !String.valueOf(statement.getContext()).equals("urn:velella:system"))
                    .forEach(all::add);
            return all;
        }
    }

    private Set<Statement> expected() {
        Set<Statement> all = new HashSet<>();
        last.forEach((key, graph) -> {
            IRI name = VALUES.createIRI("urn:velella:stream:" + key);
            graph.statements()
                    .forEach(statement -> all.add(VALUES.createStatement(
                            statement.getSubject(), statement.getPredicate(), statement.getObject(), name)));
        });
        return all;
    }

    private List<Path> kept() throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith("kept-"))
                    .toList();
        }
    }

    private static String said(String advice, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(advice);
        assertThat(matcher.find()).as("%s in %s", pattern, advice).isTrue();
        return matcher.group(1);
    }
}
