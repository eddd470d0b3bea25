package dev.velella.tests.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.quickstart.StoreClient;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Trap: a writer of a sink's topic whose records are as large as the broker takes, and hostile in every place that a dead letter
 * repeats, on a worker with a heap of 1 GB. Each becomes a dead letter, or the task stops in front of it; none is lost.
 */
@Timeout(900)
class HostileSinkRecordsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(180);

    /** What the worker's producers send, unless a connector says otherwise. */
    private static final int WORKERS_LIMIT = 200_000;

    /** As much as the broker takes: with the headers of a dead letter it is too much. */
    private static final String HOSTILE = "evil\n2026-01-01 ERROR all is lost ".repeat(30_800);

    @TempDir
    private static Path scratch;

    private static EmbeddedBroker broker;
    private static Process worker;
    private static ConnectRest rest;
    private static KafkaProducer<byte[], byte[]> producer;
    private static long logBegin;

    @BeforeAll
    static void start() throws Exception {
        broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
        Map<String, String> properties = new HashMap<>(
                ConnectWorker.properties(broker.bootstrapServers(), Installation.plugins(), Ports.free()));
        properties.put("producer.max.request.size", Integer.toString(WORKERS_LIMIT));
        rest = new ConnectRest(properties.get("listeners"));
        worker = Installation.worker(scratch, properties, List.of("-XX:+ExitOnOutOfMemoryError"), 1024, log());
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        Installation.awaitUp(rest);
        logBegin = Files.size(log()); // what Kafka lists at its start is long
    }

    /** Of this worker alone: other tests run beside this one. */
    private static Path log() {
        return scratch.resolve("worker.log");
    }

    @AfterAll
    static void stop() {
        if (producer != null) {
            producer.close();
        }
        if (worker != null) {
            worker.destroyForcibly().onExit().join();
        }
        if (broker != null) {
            broker.close();
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static long send(String topic, String key, String value, String... headers) throws Exception {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, 0, utf8(key), utf8(value));
        for (int i = 0; i < headers.length; i += 2) {
            record.headers().add(headers[i], utf8(headers[i + 1]));
        }
        return producer.send(record).get().offset();
    }

    private static StoreClient create(String name, String more, String value) throws Exception {
        int port = Ports.free();
        ObjectNode connector = new ObjectMapper().createObjectNode().put("name", name);
        connector
                .putObject("config")
                .put("connector.class", "dev.velella.sink.RdfSinkConnector")
                .put("tasks.max", "1")
                .put("topics", name)
                .put("target.dir", scratch.resolve(name).toString())
                .put("checkpoint.interval.ms", "200")
                .put("on.graph", "add")
                .put("sparql.endpoint.port", Integer.toString(port))
                .put("errors.tolerance", "all")
                .put("errors.deadletterqueue.topic.name", name + "-dead")
                .put("errors.deadletterqueue.topic.replication.factor", "1")
                .put("errors.deadletterqueue.context.headers.enable", "true")
                .put("value.converter", "dev.velella.converter.JellyConverter")
                .put("header.converter", "org.apache.kafka.connect.storage.StringConverter")
                .put("consumer.override.isolation.level", "read_committed")
                .put(more, value);
        rest.create(connector);
        return new StoreClient("http://localhost:" + port);
    }

    private static void createTopics(String name) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            Topics.create(admin, name, 1);
            Topics.create(admin, name + "-dead", 1);
        }
    }

    private static void awaitApplied(String name, StoreClient store, long end) throws Exception {
        Await.until(name + " is applied up to " + end, PATIENCE, () -> {
            assertThat(worker.isAlive()).as("the worker lives").isTrue();
            assertThat(rest.failure(name)).isEmpty();
            for (JsonNode partition : store.status()
                    .map(status -> status.path("partitions"))
                    .orElse(new ObjectMapper().createArrayNode())) {
                if (partition.path("durable").asLong() >= end) {
                    return true;
                }
            }
            return false;
        });
    }

    private static List<ConsumerRecord<String, byte[]>> dead(String name) {
        return Topics.deadLetters(broker.bootstrapServers(), name + "-dead");
    }

    private static String header(ConsumerRecord<?, ?> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }

    private static String[] manyHeaders() {
        String[] headers = new String[20_000];
        for (int i = 0; i < headers.length; i += 2) {
            headers[i] = "h" + i;
            headers[i + 1] = "x".repeat(80);
        }
        return headers;
    }

    @Test
    void everyRecordHasADeadLetterAndWhatComesAfterThemIsApplied() throws Exception {
        createTopics("hostile");
        send("hostile", "turtle", "<n:><n:>(. " + HOSTILE, "content-type", "text/turtle");
        send("hostile", "loop", "<n:><n:>(. ", "content-type", "text/turtle");
        send("hostile", "trig", "{<n:><n:>(. " + HOSTILE, "content-type", "application/trig");
        send("hostile", "frame", HOSTILE);
        send("hostile", "type", "x", "content-type", HOSTILE);
        send("hostile", HOSTILE, "x", "content-type", "text/csv");
        send("hostile", "position", "<urn:s> <urn:p> <urn:o> .", "content-type", "text/turtle", "patch", HOSTILE);
        send(
                "hostile",
                "reserved",
                "TX .\nA <urn:s> <urn:p> <urn:o> <urn:velella:" + "x".repeat(1_047_000) + "> .\nTC .\n",
                "content-type",
                "text/rdf-patch");
        send("hostile", "headers", "no frame", manyHeaders());
        long end = send("hostile", "good", "<urn:s> <urn:p> <urn:o> .", "content-type", "text/turtle") + 1;
        StoreClient store = create("hostile", "producer.override.max.request.size", Integer.toString(1 << 20));
        awaitApplied("hostile", store, end);

        List<ConsumerRecord<String, byte[]>> dead = dead("hostile");
        assertThat(dead)
                .extracting(
                        record -> header(record, "velella.error.offset") + " " + header(record, "velella.error.reason"))
                .containsExactly(
                        "0 undecodable",
                        "1 undecodable",
                        "2 undecodable",
                        "3 undecodable",
                        "4 content-type",
                        "5 content-type",
                        "6 header",
                        "7 forbidden-graph",
                        "8 undecodable");
        assertThat(dead).allSatisfy(record -> {
            assertThat(header(record, "velella.error.exception.message")).hasSizeLessThanOrEqualTo(1_000);
            assertThat(header(record, "__connect.errors.exception.message")).hasSizeLessThanOrEqualTo(1_500);
        });
        assertThat(dead.subList(0, 3))
                .as("a collection with a dot in it, which Rio's parsers never leave")
                .allSatisfy(record -> assertThat(header(record, "velella.error.exception.message"))
                        .contains("without a digit"));
        assertThat(dead)
                .filteredOn(record -> "cut".equals(header(record, "velella.error.value")))
                .as("values that are too long for a letter")
                .extracting(record -> header(record, "velella.error.offset"))
                .containsExactly("0", "2", "3", "7");
        assertThat(store.graph("urn:velella:stream:good")).hasSize(1);
        byte[] log = Files.readAllBytes(log());
        assertThat(new String(log, (int) logBegin, log.length - (int) logBegin, StandardCharsets.UTF_8).lines())
                .as("no line is long")
                .allSatisfy(line -> assertThat(utf8(line)).hasSizeLessThan(4096));
    }

    @Test
    void aTaskStopsInFrontOfARecordWhoseLetterTheWorkersProducerRefuses() throws Exception {
        createTopics("refused");
        send("refused", "first", "<urn:s> <urn:p> <urn:o> .", "content-type", "text/turtle");
        long bad = send("refused", "bad", "x".repeat(2 * WORKERS_LIMIT), "content-type", "text/csv");
        long end = send("refused", "good", "<urn:s> <urn:p> <urn:o> .", "content-type", "text/turtle") + 1;
        create("refused", "tasks.max", "1");
        Await.until("the task stops", PATIENCE, () -> rest.failure("refused").isPresent());
        assertThat(rest.failure("refused").orElseThrow())
                .startsWith("the dead letter of refused-0@" + bad + ", key 'bad' was not taken by the worker's queue");
        assertThat(dead("refused")).isEmpty();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            OffsetAndMetadata committed = admin.listConsumerGroupOffsets("connect-refused")
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .get(new TopicPartition("refused", 0));
            assertThat(committed == null ? 0 : committed.offset()).isLessThanOrEqualTo(bad);
        }

        // What the message says to do.
        StoreClient store = create("refused", "producer.override.max.request.size", Integer.toString(WORKERS_LIMIT));
        Await.until("the task is started again", PATIENCE, () -> rest.isRunning("refused"));
        awaitApplied("refused", store, end);
        assertThat(dead("refused")).singleElement().satisfies(letter -> {
            assertThat(header(letter, "velella.error.offset")).isEqualTo(Long.toString(bad));
            assertThat(header(letter, "velella.error.value")).isEqualTo("cut");
            assertThat(header(letter, "velella.error.value.bytes")).isEqualTo(Integer.toString(2 * WORKERS_LIMIT));
        });
        assertThat(store.graph("urn:velella:stream:good")).hasSize(1);
    }
}
