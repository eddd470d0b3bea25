package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.frame.EncoderSettings;
import dev.velella.frame.FrameResult;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.keyframe.StatefulFrame;
import dev.velella.quickstart.StoreClient;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordDecoder;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.store.PartitionId;
import dev.velella.status.read.ConnectRest;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.ObjectName;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes into the sink on a real worker: records that are refused, snapshots, documents, and what metrics say of it. */
class SinkInputIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String JELLY_PATCH = "application/x-jelly-rdf-patch";

    private static EmbeddedBroker broker;
    private static ConnectWorker worker;
    private static ConnectRest rest;
    private static KafkaProducer<String, byte[]> producer;
    private static Path scratch;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        scratch = directory;
        broker = new EmbeddedBroker(directory.resolve("kafka"), Ports.free());
        worker = new ConnectWorker(broker.bootstrapServers(), Installation.plugins(), Ports.free());
        rest = new ConnectRest(worker.restUrl());
        producer = StreamWriter.producer(broker.bootstrapServers());
    }

    @AfterAll
    static void stop() {
        producer.close();
        worker.close();
        broker.close();
    }

    /** A device whose every element replaces its readings. */
    private static final class Device {
        private final String key;
        private final List<List<Statement>> states = new ArrayList<>(List.of(List.of()));

        Device(String key) {
            this.key = key;
        }

        long number() {
            return states.size() - 1L;
        }

        List<Statement> state() {
            return states.get(states.size() - 1);
        }

        RdfPatch next() {
            List<Statement> next = List.of(
                    statement("urn:" + key, number() + 1, graph()),
                    statement("urn:" + key + ":x", number() % 3, graph()));
            List<Statement> deletes = new ArrayList<>(state());
            deletes.removeAll(next);
            List<Statement> adds = new ArrayList<>(next);
            adds.removeAll(state());
            states.add(next);
            return RdfPatch.change(deletes, adds);
        }

        String graph() {
            return "urn:velella:stream:" + key;
        }

        String position(boolean snapshot) {
            return new PatchPosition(number(), GraphHash.ofSet(state()), snapshot).format();
        }
    }

    private static IRI iri(String text) {
        return VALUES.createIRI(text);
    }

    private static Statement statement(String subject, long object, String graph) {
        return VALUES.createStatement(iri(subject), iri("urn:value"), VALUES.createLiteral(object), iri(graph));
    }

    private static RdfPatch add(Statement... statements) {
        return RdfPatch.change(List.of(), List.of(statements));
    }

    private static byte[] frame(RdfPatch patch) {
        return new JellyPatchEncoder(JellyPatchOptions.TOPIC, StatementOrder.GIVEN, Limits.DEFAULT).encode(patch);
    }

    private static byte[] frame(List<Statement> graph) {
        return new JellyGraphEncoder(JellyOptions.TOPIC, StatementOrder.GIVEN, Limits.DEFAULT)
                .encode(RdfGraph.of(graph));
    }

    private static long send(String topic, String key, byte[] value, String... headers) throws Exception {
        ProducerRecord<String, byte[]> record = new ProducerRecord<>(topic, 0, key, value);
        for (int i = 0; i < headers.length; i += 2) {
            if (headers[i + 1] != null) {
                record.headers().add(headers[i], headers[i + 1].getBytes(StandardCharsets.UTF_8));
            }
        }
        return producer.send(record).get().offset();
    }

    private static long sendNext(String topic, Device device) throws Exception {
        RdfPatch patch = device.next();
        return send(topic, device.key, frame(patch), "content-type", JELLY_PATCH, "patch", device.position(false));
    }

    private static void createTopics(Map<String, String> policies) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            List<NewTopic> topics = new ArrayList<>();
            policies.forEach((topic, policy) ->
                    topics.add(new NewTopic(topic, 1, (short) 1).configs(Map.of("cleanup.policy", policy))));
            Topics.create(admin, topics);
        }
    }

    private static StoreClient create(String name, Map<String, String> more) throws Exception {
        int port = Ports.free();
        Map<String, String> config = new HashMap<>(Map.of(
                "connector.class", "dev.velella.sink.RdfSinkConnector",
                "tasks.max", "1",
                "target.dir", scratch.resolve(name).toString(),
                "checkpoint.interval.ms", "200",
                "sparql.endpoint.port", Integer.toString(port),
                "value.converter", "dev.velella.converter.JellyConverter",
                "value.converter.jelly.on.missing.state", "envelope",
                "value.converter.jelly.on.unreadable", "envelope",
                "consumer.override.isolation.level", "read_committed"));
        config.putAll(more);
        ObjectNode connector = new ObjectMapper().createObjectNode().put("name", name);
        ObjectNode options = connector.putObject("config");
        config.forEach(options::put);
        rest.create(connector);
        return new StoreClient("http://localhost:" + port);
    }

    private static void awaitApplied(String name, StoreClient store, String topic, long end) throws Exception {
        Await.until(name + " has applied " + topic + " up to " + end, PATIENCE, () -> {
            assertThat(rest.failure(name)).isEmpty();
            for (JsonNode partition : store.status()
                    .map(status -> status.path("partitions"))
                    .orElse(new ObjectMapper().createArrayNode())) {
                if (partition.path("topic").asText().equals(topic)
                        && partition.path("durable").asLong() >= end) {
                    return true;
                }
            }
            return false;
        });
    }

    private static Set<String> objects(StoreClient store, String graph) throws Exception {
        return store.graph(graph).stream()
                .map(s -> s.getSubject() + " " + s.getObject().stringValue())
                .collect(Collectors.toSet());
    }

    private static Set<String> objects(List<Statement> state) {
        return state.stream()
                .map(s -> s.getSubject() + " " + s.getObject().stringValue())
                .collect(Collectors.toSet());
    }

    private static String header(ConsumerRecord<?, ?> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }

    private static double metric(String connector, String tags, String name) throws Exception {
        ObjectName bean = new ObjectName("kafka.connect:type=plugins,connector=" + connector + ",task=0" + tags);
        return ((Number) ManagementFactory.getPlatformMBeanServer().getAttribute(bean, name)).doubleValue();
    }

    @Test
    void everyBadRecordIsPutAsideReadablyAndNothingElseIsLost() throws Exception {
        createTopics(Map.of("bad", "delete", "dead", "delete"));
        StoreClient store = create(
                "bad-input",
                Map.of(
                        "topics", "bad",
                        "kafka.bootstrap.servers", broker.bootstrapServers(),
                        "errors.tolerance", "all",
                        "errors.deadletterqueue.topic.name", "dead",
                        "errors.deadletterqueue.topic.replication.factor", "1",
                        "on.chain.break", "dead-letter",
                        "blank.nodes", "refuse",
                        "value.converter.limits.frame.rows", "50"));
        PartitionEncoder encoder = new PartitionEncoder(
                new EncoderSettings(JellyOptions.TOPIC, JellyPatchOptions.TOPIC, StatementOrder.GIVEN, Limits.DEFAULT),
                new KeyFrameInterval(100, 600_000));
        Device good = new Device("good");
        Device gap = new Device("gap");
        List<Statement> many = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            many.add(statement("urn:many", i, "urn:velella:stream:many"));
        }
        Resource node = VALUES.createBNode("b");
        RdfPatch system = add(statement("urn:s", 1, "urn:velella:system"));
        StatefulFrame stateful = null;
        for (int round = 0; round < 12; round++) {
            StatefulFrame next = encoder.encode(good.next());
            send("bad", "good", next.value(), "jelly", next.header().toString(), "patch", good.position(false));
            switch (round) {
                case 0 -> send("bad", "broken", new byte[] {10, 7, 1, 2}, "content-type", JELLY_PATCH);
                case 1 -> send("bad", "csv", "a;b".getBytes(StandardCharsets.UTF_8), "content-type", "text/csv");
                case 2 -> {
                    stateful = encoder.encode(system);
                    send(
                            "bad",
                            "system",
                            stateful.value(),
                            "jelly",
                            stateful.header().toString());
                }
                case 3 -> send("bad", "other", frame(add(statement("urn:s", 1, good.graph()))));
                case 4 ->
                    send(
                            "bad",
                            "blank",
                            frame(add(VALUES.createStatement(
                                    node, iri("urn:p"), iri("urn:o"), iri("urn:velella:stream:blank")))));
                case 5 -> send("bad", "many", frame(add(many.toArray(Statement[]::new))));
                case 6 -> send("bad", null, frame(add()), "patch", "1.h0000000000000000");
                case 7 -> send("bad", "graph", frame(List.of(statement("urn:s", 1, "urn:g"))));
                case 8 -> sendNext("bad", gap);
                case 9 -> gap.next();
                default -> sendNext("bad", gap);
            }
        }
        long end = send("bad", "plain", frame(add(statement("urn:last", 1, "urn:g")))) + 1;
        awaitApplied("bad-input", store, "bad", end);

        assertThat(objects(store, good.graph())).isEqualTo(objects(good.state()));
        assertThat(objects(store, gap.graph())).isEqualTo(objects(gap.states.get(1)));
        assertThat(objects(store, "urn:g")).containsExactly("urn:last 1");
        List<ConsumerRecord<String, byte[]>> dead = Topics.deadLetters(broker.bootstrapServers(), "dead");
        assertThat(dead)
                .extracting(record -> header(record, "velella.error.stream") + " "
                        + header(record, "velella.error.reason") + " " + header(record, "velella.error.value"))
                .containsExactly(
                        "broken undecodable raw",
                        "csv content-type raw",
                        "system forbidden-graph self-contained",
                        "other forbidden-graph self-contained",
                        "blank blank-nodes self-contained",
                        "many undecodable raw",
                        "null key self-contained",
                        "graph kind self-contained",
                        "gap chain self-contained",
                        "gap chain self-contained");
        assertThat(dead.get(1).value()).isEqualTo("a;b".getBytes(StandardCharsets.UTF_8));
        RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null);
        FrameResult read = decoder.decode(dead.get(2));
        assertThat(read).isInstanceOfSatisfying(FrameResult.Decoded.class, patch -> assertThat(patch.element())
                .isEqualTo(system));
        assertThat(header(dead.get(2), "velella.error.jelly"))
                .isEqualTo(stateful.header().toString());
        assertThat(header(dead.get(2), "velella.error.offset")).isEqualTo("5");
        assertThat(header(dead.get(2), "velella.error.exception.message")).contains("urn:velella:system");
        assertThat(header(dead.get(8), "velella.error.patch")).isEqualTo("3");
        assertThat(dead)
                .allSatisfy(record -> assertThat(header(record, "jelly")).isNull());

        assertThat(metric("bad-input", "", "records-total")).isEqualTo(end);
        assertThat(metric("bad-input", ",reason=chain", "dead-letters-total")).isEqualTo(2);
        assertThat(metric("bad-input", ",reason=blank-nodes", "dead-letters-total"))
                .isEqualTo(1);
        assertThat(metric("bad-input", "", "divergence-total")).isZero();
        assertThat(metric("bad-input", "", "net-effect-ratio")).isBetween(0.01, 1.0);
        assertThat(metric("bad-input", "", "commit-time-ms-total")).isPositive();
        assertThat(metric("bad-input", ",topic=bad,partition=0", "offset-durable"))
                .isEqualTo(end);
        assertThat(metric("bad-input", ",topic=bad,partition=0", "lag-ms-durable"))
                .isBetween(0.0, 120_000.0);
        Await.until(
                "the lag is known",
                PATIENCE,
                () -> metric("bad-input", ",topic=bad,partition=0", "lag-records-durable") == 0);
        checkOffsetsAreNotAltered("bad-input");
    }

    private static void checkOffsetsAreNotAltered(String name) throws Exception {
        HttpClient http = HttpClient.newHttpClient();
        URI connector = URI.create(worker.restUrl() + "/connectors/" + name);
        http.send(
                HttpRequest.newBuilder(connector.resolve(name + "/stop"))
                        .PUT(BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
        Await.until("the connector refuses", PATIENCE, () -> {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(connector.resolve(name + "/offsets"))
                            .DELETE()
                            .build(),
                    BodyHandlers.ofString());
            return answer.statusCode() == 409
                    && answer.body().contains("offsets of this connector cannot be altered or reset");
        });
    }

    @Test
    void aTaskThatMustNotPutAsideFailsWithOneMessageAndGoesOnOnceItMay() throws Exception {
        createTopics(Map.of("strict", "delete", "strict-dead", "delete"));
        Device good = new Device("strict");
        sendNext("strict", good);
        sendNext("strict", good);
        send("strict", "broken", new byte[] {10, 7, 1, 2}, "content-type", JELLY_PATCH);
        long end = sendNext("strict", good) + 1;
        create("strict", Map.of("topics", "strict"));
        Await.until("the task fails", PATIENCE, () -> rest.failure("strict").isPresent());
        assertThat(rest.failure("strict").orElseThrow())
                .startsWith("strict-0@2, key 'broken': not a Jelly frame that can be read: ");
        try (MemoryTarget left = MemoryTarget.open(scratch.resolve("strict"), "strict", PATIENCE)) {
            assertThat(left.durableOffsets().get(new PartitionId("strict", 0)))
                    .as("what came before it in the same poll is applied")
                    .isEqualTo(2);
        }

        StoreClient store = create(
                "strict",
                Map.of(
                        "topics", "strict",
                        "errors.tolerance", "all",
                        "errors.deadletterqueue.topic.name", "strict-dead",
                        "errors.deadletterqueue.topic.replication.factor", "1"));
        Await.until("the task is started anew", PATIENCE, () -> rest.failure("strict")
                .isEmpty());
        awaitApplied("strict", store, "strict", end);
        assertThat(objects(store, good.graph())).isEqualTo(objects(good.state()));
        assertThat(Topics.committed(broker.bootstrapServers(), "strict-dead", 1))
                .hasSize(1);
    }

    @Test
    void aNewStoreBeginsWithSnapshotsAndABrokenStreamGoesOnWithTheNext() throws Exception {
        createTopics(Map.of("changes", "delete", "states", "compact"));
        Device a = new Device("a");
        Device b = new Device("b");
        for (int i = 0; i < 4; i++) {
            sendNext("changes", a);
        }
        for (int i = 0; i < 100; i++) { // so many that the patches would be read before the snapshot of a
            Device other = new Device("other" + i);
            other.next();
            send("states", other.key, frame(other.state()), "patch", other.position(true));
        }
        sendSnapshot(a);
        long trimmed = sendNext("changes", a) - 1;
        sendNext("changes", b);
        sendNext("changes", a);
        long end = sendNext("changes", b) + 1;
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            admin.deleteRecords(Map.of(new TopicPartition("changes", 0), RecordsToDelete.beforeOffset(trimmed)))
                    .all()
                    .get();
        }
        StoreClient store = create(
                "from-snapshots",
                Map.of(
                        "topics", "changes,states",
                        "snapshot.topics", "states:changes",
                        "kafka.bootstrap.servers", broker.bootstrapServers(),
                        "on.chain.break", "resync",
                        "consumer.override.max.partition.fetch.bytes", "1"));
        awaitApplied("from-snapshots", store, "changes", end);
        assertThat(objects(store, a.graph())).isEqualTo(objects(a.state()));
        assertThat(objects(store, b.graph())).isEqualTo(objects(b.state()));
        assertThat(metric("from-snapshots", "", "patches-covered-total")).isEqualTo(1);
        assertThat(metric("from-snapshots", "", "snapshots-applied-total")).isEqualTo(101);

        a.next(); // never comes
        end = sendNext("changes", a) + 1;
        awaitApplied("from-snapshots", store, "changes", end);
        assertThat(objects(store, a.graph())).isEqualTo(objects(a.states.get(6)));
        assertThat(metric("from-snapshots", "", "chain-breaks-total")).isEqualTo(1);
        awaitApplied("from-snapshots", store, "states", sendSnapshot(a) + 1);
        sendNext("changes", b);
        awaitApplied("from-snapshots", store, "changes", sendNext("changes", a) + 1);
        assertThat(objects(store, a.graph())).isEqualTo(objects(a.state()));
        assertThat(objects(store, b.graph())).isEqualTo(objects(b.state()));
        assertThat(metric("from-snapshots", "", "patches-skipped-total")).isEqualTo(1);
    }

    /** In a transaction, as the diff app writes it: behind the record stands a marker. */
    private static long sendSnapshot(Device device) throws Exception {
        try (KafkaProducer<String, byte[]> writer =
                StreamWriter.transactional(broker.bootstrapServers(), "snapshots")) {
            writer.beginTransaction();
            ProducerRecord<String, byte[]> record =
                    new ProducerRecord<>("states", 0, device.key, frame(device.state()));
            record.headers().add("patch", device.position(true).getBytes(StandardCharsets.US_ASCII));
            long offset = writer.send(record).get().offset();
            writer.commitTransaction();
            return offset;
        }
    }

    @Test
    void documentsAreReadByTheirTypeAndPlacesAreThoseOfTheTopicWhateverTransformationsSay() throws Exception {
        createTopics(Map.of("docs-one", "delete", "docs-two", "delete"));
        StoreClient store = create(
                "documents",
                Map.of(
                        "topics.regex", "docs-.*",
                        "value.converter", "org.apache.kafka.connect.storage.StringConverter",
                        "on.graph", "replace",
                        "input.format", "turtle",
                        "graph.template", "urn:graphs:{key}",
                        "transforms", "rename",
                        "transforms.rename.type", "org.apache.kafka.connect.transforms.RegexRouter",
                        "transforms.rename.regex", "docs-(.*)",
                        "transforms.rename.replacement", "all"));
        send("docs-one", "k", "<urn:s> <urn:value> 1, 2 .".getBytes(StandardCharsets.UTF_8));
        send(
                "docs-two",
                "m",
                "<urn:s> <urn:value> \"x\" .".getBytes(StandardCharsets.UTF_8),
                "Content-Type",
                "application/n-triples");
        long end = send("docs-one", "k", "<urn:s> <urn:value> 2, 3 .".getBytes(StandardCharsets.UTF_8)) + 1;
        awaitApplied("documents", store, "docs-one", end);
        awaitApplied("documents", store, "docs-two", 1);
        assertThat(objects(store, "urn:graphs:k")).containsExactlyInAnyOrder("urn:s 2", "urn:s 3");
        assertThat(objects(store, "urn:graphs:m")).containsExactly("urn:s x");
    }
}
