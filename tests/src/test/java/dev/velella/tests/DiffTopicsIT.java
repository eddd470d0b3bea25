package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.frame.FrameResult;
import dev.velella.frame.StreamLimits;
import dev.velella.graph.GraphSettings;
import dev.velella.graph.TargetGraph;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordDecoder;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** The topics around the diff, on a real broker, exactly once. */
class DiffTopicsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int PARTITIONS = 2;
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    @TempDir
    private static Path kafka;

    private static EmbeddedBroker broker;
    private static Admin admin;

    @TempDir
    private Path stateDir;

    private String application;
    private String graphs;
    private String patches;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = new EmbeddedBroker(kafka, Ports.free());
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    @AfterAll
    static void stopBroker() {
        admin.close();
        broker.close();
    }

    @BeforeEach
    void makeInput(TestInfo test) throws Exception {
        application = test.getTestMethod().orElseThrow().getName();
        graphs = application + "-graphs";
        patches = application + "-patches";
        create(graphs, PARTITIONS, "delete");
    }

    private static void create(String name, int partitions, String cleanupPolicy) throws Exception {
        NewTopic topic = new NewTopic(name, partitions, (short) 1).configs(Map.of("cleanup.policy", cleanupPolicy));
        Topics.create(admin, List.of(topic));
    }

    private DiffConfig config(String... more) {
        Map<String, String> all = new HashMap<>();
        all.put("bootstrap.servers", broker.bootstrapServers());
        all.put("application.id", application);
        all.put("state.dir", stateDir.toString());
        all.put("velella.input.topic", graphs);
        all.put("velella.output.topic", patches);
        all.put("velella.jelly.mode", "self-contained");
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return new DiffConfig(all);
    }

    private static RdfGraph reading(int value) {
        return RdfGraph.of(List.of(
                VALUES.createStatement(iri("station"), iri("type"), iri("Sensor")),
                VALUES.createStatement(iri("station"), iri("value"), VALUES.createLiteral(value))));
    }

    private static org.eclipse.rdf4j.model.IRI iri(String local) {
        return VALUES.createIRI("http://example.org/" + local);
    }

    private static byte[] frame(RdfGraph graph) {
        return new JellyGraphEncoder(JellyOptions.TOPIC, Limits.DEFAULT).encode(graph);
    }

    private static Map<String, String> headers(ConsumerRecord<String, byte[]> record) {
        Map<String, String> headers = new HashMap<>();
        for (Header header : record.headers()) {
            headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
        }
        return headers;
    }

    private List<ConsumerRecord<String, byte[]>> committed(String topic) {
        return Topics.committed(broker.bootstrapServers(), topic, PARTITIONS);
    }

    private static List<String> places(List<ConsumerRecord<String, byte[]>> records) {
        return records.stream()
                .map(record -> record.key()
                        + PatchPosition.parse(headers(record).get("patch")).number()
                        + (record.value() == null ? "-" : ""))
                .toList();
    }

    private static HttpResponse<String> ready(DiffApp app) throws Exception {
        URI uri = URI.create("http://localhost:" + app.healthPort().orElseThrow() + "/health/ready");
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    @Test
    void deadLettersLateElementsSnapshotsAndSilenceComeWithThePatches() throws Exception {
        String dead = application + "-dead";
        String late = application + "-late";
        String snapshots = application + "-snapshots";
        long now = System.currentTimeMillis();
        DiffConfig config = config(
                "velella.on.error", "dead-letter",
                "velella.dead.letter.topic", dead,
                "velella.late", "topic",
                "velella.late.topic", late,
                "velella.snapshot.topic", snapshots,
                "velella.snapshot.interval.patches", "2",
                "velella.snapshot.interval.ms", "1000",
                "velella.stream.ttl.ms", "4000",
                "velella.health.listener", "localhost:0",
                "commit.interval.ms", "100");
        try (DiffApp app = new DiffApp(config);
                KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", broker.bootstrapServers()),
                        new StringSerializer(),
                        new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(graphs, 1, now, "a", frame(reading(1))));
            producer.send(new ProducerRecord<>(graphs, 1, now, "a", "no frame".getBytes(StandardCharsets.UTF_8)));
            producer.send(new ProducerRecord<>(graphs, 1, now - 1, "a", frame(reading(7))));
            producer.send(new ProducerRecord<>(graphs, 1, now + 1, "a", frame(reading(2))));
            producer.send(new ProducerRecord<>(graphs, 0, now, "b", frame(reading(1))));
            producer.flush();
            app.start();
            assertThat(app.awaitRunning(PATIENCE)).isTrue();
            assertThat(ready(app).statusCode()).isEqualTo(200);
            assertThat(ready(app).body()).contains("\"state\":\"RUNNING\"");
            Await.until("the end of silence", PATIENCE, () -> {
                assertThat(app.failure()).isEmpty();
                return committed(snapshots).stream()
                                .filter(record -> record.value() == null)
                                .count()
                        == 2;
            });
        }
        assertThat(places(committed(patches))).containsExactlyInAnyOrder("a1", "a2", "a3", "b1", "b2");

        assertThat(committed(dead)).hasSize(1);
        ConsumerRecord<String, byte[]> letter = committed(dead).get(0);
        assertThat(letter.partition()).isEqualTo(1);
        assertThat(letter.timestamp()).as("the time of the letter").isGreaterThanOrEqualTo(now);
        assertThat(headers(letter))
                .containsEntry("velella.error.topic", graphs)
                .containsEntry("velella.error.partition", "1")
                .containsEntry("velella.error.offset", "1")
                .containsEntry("velella.error.application.id", application)
                .containsEntry("velella.error.reason", "undecodable");

        assertThat(committed(late)).hasSize(1);
        assertThat(new JellyGraphDecoder(VALUES, Limits.DEFAULT)
                        .decode(committed(late).get(0).value()))
                .isEqualTo(reading(7));

        // On a slow machine a second passes before the second patch, so that the first one has a snapshot too.
        assertThat(places(committed(snapshots)))
                .doesNotHaveDuplicates()
                .contains("a2", "a3-", "b1", "b2-")
                .isSubsetOf("a1", "a2", "a3-", "b1", "b2-");
        ConsumerRecord<String, byte[]> second = committed(snapshots).stream()
                .filter(record -> record.key().equals("a") && record.value() != null)
                .reduce((earlier, later) -> later)
                .orElseThrow();
        assertThat(new HashSet<>(new JellyGraphDecoder(VALUES, Limits.DEFAULT)
                        .decode(second.value())
                        .statements()))
                .isEqualTo(TargetGraph.of(GraphSettings.DEFAULT).statements("a", reading(2)));
        assertThat(headers(second)).containsEntry("velella.input.offset", "3");

        assertThat(cleanupPolicies(patches, dead, late, snapshots))
                .isEqualTo(Map.of(patches, "delete", dead, "delete", late, "delete", snapshots, "compact"));
        admin.describeTopics(List.of(patches, dead, late, snapshots))
                .allTopicNames()
                .get()
                .forEach(
                        (name, topic) -> assertThat(topic.partitions()).as(name).hasSize(PARTITIONS));
    }

    @Test
    void everythingThatTheAppWritesIsCompressed() throws Exception {
        String dead = application + "-dead";
        String snapshots = application + "-snapshots";
        DiffConfig config = config(
                "velella.on.error",
                "dead-letter",
                "velella.dead.letter.topic",
                dead,
                "velella.snapshot.topic",
                snapshots,
                "velella.snapshot.interval.patches",
                "1");
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", broker.bootstrapServers()),
                        new StringSerializer(),
                        new ByteArraySerializer());
                DiffApp app = new DiffApp(config)) {
            producer.send(new ProducerRecord<>(graphs, 0, "a", frame(reading(1))));
            producer.send(new ProducerRecord<>(graphs, 0, "a", "no frame".getBytes(StandardCharsets.UTF_8)));
            producer.flush();
            app.start();
            assertThat(app.awaitRunning(PATIENCE)).isTrue();
            Await.until("a record in each topic", PATIENCE, () -> {
                assertThat(app.failure()).isEmpty();
                return List.of(patches, dead, snapshots).stream()
                        .noneMatch(topic -> committed(topic).isEmpty());
            });
        }
        for (String topic : List.of(patches, dead, snapshots, application + "-velella-diff-state-changelog")) {
            assertThat(LogBatches.compressionTypes(kafka, topic)).as(topic).containsExactly("zstd");
        }
    }

    @Test
    void recordsWhoseKeyFrameIsGoneAreDeadLettersUntilTheNextOne() throws Exception {
        String dead = application + "-dead";
        int interval = 6;
        try (GraphTopic input = new GraphTopic(broker.bootstrapServers(), graphs, PARTITIONS, 1, interval)) {
            for (int i = 0; i < 2 * interval; i++) {
                input.send("a", reading(i));
            }
            input.sent();
        }
        int partition = Math.floorMod("a".hashCode(), PARTITIONS);
        admin.deleteRecords(Map.of(new TopicPartition(graphs, partition), RecordsToDelete.beforeOffset(3)))
                .all()
                .get();
        DiffConfig config = config(
                "velella.on.error", "dead-letter", "velella.dead.letter.topic", dead, "commit.interval.ms", "100");
        try (DiffApp app = new DiffApp(config)) {
            app.start();
            Await.until("patches of what can be decoded", PATIENCE, () -> {
                assertThat(app.failure()).isEmpty();
                return committed(patches).size() >= interval;
            });
        }
        assertThat(places(committed(patches))).containsExactly("a1", "a2", "a3", "a4", "a5", "a6");
        assertThat(committed(dead).stream().map(DiffTopicsIT::headers))
                .extracting(headers -> headers.get("velella.error.offset") + " " + headers.get("velella.error.reason"))
                .containsExactly("3 missing-state", "4 missing-state", "5 missing-state");
    }

    @Test
    void badElementsHoldUpNobodyAlsoAfterARestart() throws Exception {
        String dead = application + "-dead";
        int limit = 100_000;
        DiffConfig config = config(
                "velella.on.error",
                "dead-letter",
                "velella.dead.letter.topic",
                dead,
                "velella.snapshot.topic",
                application + "-snapshots",
                "producer.max.request.size",
                Integer.toString(limit),
                "commit.interval.ms",
                "100");
        String hostile = "evil ".repeat(limit);
        byte[] second = frame(RdfGraph.of(List.of(
                VALUES.createStatement(iri("s"), iri("p"), iri("o"), iri("g")),
                VALUES.createStatement(iri("s"), iri("p"), iri("o"), iri("h")))));
        byte[] large = frame(RdfGraph.of(
                List.of(VALUES.createStatement(iri("station"), iri("value"), VALUES.createLiteral(hostile)))));
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new StringSerializer(),
                new ByteArraySerializer())) {
            for (int run = 0; run < 2; run++) {
                long now = System.currentTimeMillis();
                for (String key : List.of("good", "bad")) {
                    producer.send(new ProducerRecord<>(graphs, 0, now, key, frame(reading(2 * run))));
                }
                ProducerRecord<String, byte[]> future = new ProducerRecord<>(graphs, 0, now, "bad", frame(reading(99)));
                future.headers()
                        .add("event-time", Long.toString(now + 7_200_000).getBytes(StandardCharsets.UTF_8));
                producer.send(future);
                producer.send(new ProducerRecord<>(graphs, 0, now, "bad", second));
                producer.send(new ProducerRecord<>(graphs, 0, now, "bad", large));
                producer.send(new ProducerRecord<>(graphs, 0, now, "bad", hostile.getBytes(StandardCharsets.UTF_8)));
                producer.send(new ProducerRecord<>(graphs, 0, now, hostile, frame(reading(99))));
                ProducerRecord<String, byte[]> header = new ProducerRecord<>(graphs, 0, now, "bad", frame(reading(99)));
                header.headers().add("event-time", hostile.getBytes(StandardCharsets.UTF_8));
                producer.send(header);
                for (String key : List.of("good", "bad")) {
                    producer.send(new ProducerRecord<>(graphs, 0, now, key, frame(reading(2 * run + 1))));
                }
                producer.flush();
                int patchesSoFar = 4 * (run + 1);
                try (DiffApp app = new DiffApp(config)) {
                    app.start();
                    Await.until("the patches of run " + run, PATIENCE, () -> {
                        assertThat(app.failure()).isEmpty();
                        return committed(patches).size() >= patchesSoFar;
                    });
                }
            }
        }
        assertThat(places(committed(patches)))
                .containsExactly("good1", "bad1", "good2", "bad2", "good3", "bad3", "good4", "bad4");
        List<String> reasons = List.of("future", "unfit", "unwritable", "undecodable", "key", "header");
        List<String> twice = new ArrayList<>(reasons);
        twice.addAll(reasons);
        assertThat(committed(dead).stream().map(DiffTopicsIT::headers))
                .extracting(headers -> headers.get("velella.error.reason"))
                .containsExactlyElementsOf(twice);
        Set<Statement> wanted = new HashSet<>();
        for (String key : List.of("good", "bad")) {
            wanted.addAll(TargetGraph.of(GraphSettings.DEFAULT).statements(key, reading(3)));
        }
        assertThat(applied(committed(patches))).isEqualTo(wanted);
    }

    /** What a store has that applies these patches. */
    private static Set<Statement> applied(List<ConsumerRecord<String, byte[]>> records) throws Exception {
        RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null);
        Set<Statement> statements = new HashSet<>();
        for (ConsumerRecord<String, byte[]> record : records) {
            FrameResult.Decoded decoded = (FrameResult.Decoded) decoder.decode(record);
            for (PatchOperation row : ((RdfPatch) decoded.element()).operations()) {
                if (row instanceof PatchOperation.Delete delete) {
                    assertThat(statements.remove(delete.statement())).isTrue();
                } else if (row instanceof PatchOperation.Add add) {
                    assertThat(statements.add(add.statement())).isTrue();
                }
            }
        }
        return statements;
    }

    private static Map<String, String> cleanupPolicies(String... topics) throws Exception {
        List<ConfigResource> resources = List.of(topics).stream()
                .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
                .toList();
        Map<String, String> policies = new HashMap<>();
        admin.describeConfigs(resources)
                .all()
                .get()
                .forEach((resource, all) ->
                        policies.put(resource.name(), all.get("cleanup.policy").value()));
        return policies;
    }

    @Test
    void topicsThatDoNotFitAreRefusedByName() throws Exception {
        String other = application + "-other";
        create(other, PARTITIONS, "delete");
        String larger = application + "-larger";
        create(larger, PARTITIONS + 1, "compact");
        refused(config("velella.snapshot.topic", other), "velella.snapshot.topic", other, "cleanup.policy=delete");
        refused(
                config("velella.jelly.mode", "dictionary", "velella.dictionaries.topic", other),
                "velella.dictionaries.topic",
                other,
                "cleanup.policy=delete");
        refused(config("velella.snapshot.topic", larger), "velella.snapshot.topic", larger, "has 3 partitions");
        refused(
                config("velella.late", "topic", "velella.late.topic", larger),
                "velella.late.topic",
                larger,
                "has 3 partitions");
        refused(
                config("velella.on.error", "dead-letter", "velella.dead.letter.topic", larger),
                "velella.dead.letter.topic",
                larger,
                "cleanup.policy=compact");
        create(application + "-velella-diff-state-changelog", 1, "compact");
        refused(config(), "velella.input.topic", graphs, "has 2 partitions", "application.id=" + application, "has 1");
    }

    private static void refused(DiffConfig config, String... parts) {
        try (DiffApp app = new DiffApp(config)) {
            assertThatThrownBy(app::start).isInstanceOf(ConfigException.class).hasMessageContainingAll(parts);
        }
    }

    @Test
    void inputTopicThatIsMissingIsWaitedForAndNamed() throws Exception {
        String missing = graphs + "-later";
        try (DiffApp app = new DiffApp(config("velella.input.topic", missing, "velella.health.listener", "0"))) {
            CompletableFuture<Void> start = CompletableFuture.runAsync(app::start);
            Await.until(
                    "the app says that it waits",
                    PATIENCE,
                    () -> app.healthPort().isPresent()
                            && ready(app).body().contains("the input topic " + missing + " does not exist"));
            assertThat(ready(app).statusCode()).isEqualTo(503);
            assertThat(start).isNotDone();
            create(missing, PARTITIONS, "delete");
            assertThat(app.awaitRunning(PATIENCE)).isTrue();
            assertThat(ready(app).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void appThatWaitsForItsInputTopicCanBeClosed() throws Exception {
        DiffApp app = new DiffApp(config("velella.input.topic", graphs + "-never", "velella.health.listener", "0"));
        CompletableFuture<Void> start = CompletableFuture.runAsync(app::start);
        Await.until(
                "the app waits",
                PATIENCE,
                () -> app.healthPort().isPresent() && ready(app).body().contains("does not exist"));
        app.close();
        start.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(app.failure()).isEmpty();
        app.awaitStopped();
    }

    @Test
    void snapshotTopicThatKeepsSnapshotsForTooShortATimeIsRefused() throws Exception {
        String snapshots = application + "-snapshots";
        create(snapshots, PARTITIONS, "compact");
        refused(
                config("velella.snapshot.topic", snapshots, "velella.snapshot.keep.ms", "3600000"),
                "velella.snapshot.keep.ms",
                "has min.compaction.lag.ms=0",
                "--entity-name " + snapshots + " --add-config min.compaction.lag.ms=3600000");
    }

    @Test
    void snapshotTopicThatIsNotCompactedIsTakenWhenTheAdviceIsFollowed() throws Exception {
        String snapshots = application + "-snapshots";
        create(snapshots, PARTITIONS, "delete");
        DiffConfig config = config("velella.snapshot.topic", snapshots);
        refused(
                config,
                "--alter --entity-type topics --entity-name " + snapshots + " --add-config cleanup.policy=compact");
        AlterConfigOp compact = new AlterConfigOp(new ConfigEntry("cleanup.policy", "compact"), OpType.SET);
        admin.incrementalAlterConfigs(
                        Map.of(new ConfigResource(ConfigResource.Type.TOPIC, snapshots), List.of(compact)))
                .all()
                .get();
        try (DiffApp app = new DiffApp(config)) {
            app.start();
            assertThat(app.awaitRunning(PATIENCE)).isTrue();
        }
    }

    @Test
    void inputTopicThatGetsMorePartitionsStopsTheAppByName() throws Exception {
        try (DiffApp app = new DiffApp(config("metadata.max.age.ms", "500", "velella.health.listener", "0"))) {
            app.start();
            assertThat(app.awaitRunning(PATIENCE)).isTrue();
            admin.createPartitions(Map.of(graphs, NewPartitions.increaseTo(PARTITIONS + 1)))
                    .all()
                    .get();
            Await.until("the app stops", PATIENCE, () -> app.failure().isPresent());
            assertThat(app.failure()).hasValueSatisfying(failure -> assertThat(failure)
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining(graphs)
                    .hasMessageContaining("has 3 partitions now and had 2"));
            HttpResponse<String> ready = ready(app);
            assertThat(ready.statusCode()).isEqualTo(503);
            assertThat(ready.body()).contains("has 3 partitions now and had 2");
        }
    }
}
