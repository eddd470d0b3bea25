package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.document.DocumentWriter;
import dev.velella.document.format.DocumentFormat;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.RdfPatch;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.foreign.ForeignSinkConnector;
import dev.velella.tests.security.SecuredBroker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.json.JsonConverter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sink of another plugin directory that begins in the middle of streams, with the companion of the converter, on a
 * listener with SASL over TLS: it gets every record, and each as it was written.
 */
class ForeignSinkIT {
    private static final Duration PATIENCE = Duration.ofSeconds(240);

    private static SecuredBroker broker;
    private static Process worker;
    private static ConnectRest rest;

    @BeforeAll
    static void start(@TempDir Path scratch) throws Exception {
        broker = new SecuredBroker(scratch.resolve("kafka"));
        int port = Ports.free();
        Map<String, String> config = new HashMap<>(
                ConnectWorker.properties(broker.bootstrapServers(), ForeignPlugin.pluginPath(scratch), port));
        worker = Installation.worker(scratch, config);
        rest = new ConnectRest("http://localhost:" + port);
        Await.until("the worker answers", PATIENCE, () -> {
            assertThat(worker.isAlive()).as("worker, see target/worker.log").isTrue();
            try {
                return rest.plugins().size() > 0;
            } catch (IOException e) {
                return false;
            }
        });
    }

    @AfterAll
    static void stop() throws Exception {
        worker.destroyForcibly().waitFor();
        broker.close();
    }

    /** Creates a sink whose consumer uses the secured listener and whose group begins at an offset. */
    private static void create(
            String name, String topic, int partitions, long from, Path file, Map<String, String> more)
            throws Exception {
        broker.allow(ResourceType.TOPIC, topic, AclOperation.READ);
        broker.allow(ResourceType.GROUP, "connect-" + name, AclOperation.READ);
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            offsets.put(new TopicPartition(topic, partition), new OffsetAndMetadata(from));
        }
        try (Admin admin = admin()) {
            admin.alterConsumerGroupOffsets("connect-" + name, offsets).all().get();
        }
        ObjectNode connector = new ObjectMapper().createObjectNode().put("name", name);
        ObjectNode config = connector
                .putObject("config")
                .put("connector.class", ForeignSinkConnector.class.getName())
                .put("tasks.max", "2")
                .put("topics", topic)
                .put("file", file.toString())
                .put("value.converter", "dev.velella.converter.JellyConverter")
                .put("consumer.override.interceptor.classes", "dev.velella.converter.JellyLookBack");
        broker.client(SecuredBroker.PASSWORD)
                .forEach((option, value) -> config.put("consumer.override." + option, value.toString()));
        more.forEach(config::put);
        rest.create(connector);
    }

    /** What the sink got: place to JSON. Waits for a number of records. */
    private static Map<String, String> received(String name, Path file, int count) throws Exception {
        Map<String, String> found = new TreeMap<>();
        Await.until("records of " + name, PATIENCE, () -> {
            assertThat(rest.failure(name)).isEmpty();
            if (Files.exists(file)) {
                for (String line : Files.readAllLines(file)) {
                    int space = line.indexOf(' ');
                    found.put(line.substring(0, space), line.substring(space + 1));
                }
            }
            return found.size() >= count;
        });
        return found;
    }

    private static Map<String, String> expected(Map<Integer, Map<Long, RdfPatch>> written, long from) {
        return expected(written, from, patch -> new SchemaAndValue(RdfStructs.PATCH_SCHEMA, RdfStructs.of(patch)));
    }

    private static Map<String, String> expected(
            Map<Integer, Map<Long, RdfPatch>> written, long from, Function<RdfPatch, SchemaAndValue> values) {
        Map<String, String> expected = new TreeMap<>();
        try (JsonConverter json = new JsonConverter()) {
            json.configure(Map.of("schemas.enable", "false", "converter.type", "value"));
            written.forEach((partition, patches) -> patches.forEach((offset, patch) -> {
                if (offset >= from) {
                    SchemaAndValue value = values.apply(patch);
                    byte[] text = json.fromConnectData("t", value.schema(), value.value());
                    expected.put(partition + "@" + offset, new String(text, StandardCharsets.UTF_8));
                }
            }));
        }
        return expected;
    }

    private static Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()));
    }

    private static void createTopic(String topic, int partitions) throws Exception {
        try (Admin admin = admin()) {
            Topics.create(admin, topic, partitions);
        }
    }

    @Test
    void everyRecordOfSeveralWritersAndPartitionsIsDecodedFromTheMiddleOn(@TempDir Path scratch) throws Exception {
        createTopic("several", 3);
        Map<Integer, Map<Long, RdfPatch>> written = new HashMap<>();
        try (KafkaProducer<String, byte[]> producer = StreamWriter.producer(broker.bootstrapServers())) {
            for (int partition = 0; partition < 3; partition++) {
                List<StreamWriter> writers = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    writers.add(new StreamWriter(producer, "several", partition, 30 + 11 * i));
                }
                for (int i = 0; i < 200; i++) {
                    writers.get(i / 2 % 3).send(1000 * partition + i);
                }
                Map<Long, RdfPatch> all = new TreeMap<>();
                writers.forEach(writer -> all.putAll(writer.written()));
                written.put(partition, all);
            }
        }
        Path file = scratch.resolve("received.txt");
        create("several", "several", 3, 105, file, Map.of("consumer.override.isolation.level", "read_committed"));
        Map<String, String> expected = expected(written, 105);
        assertThat(received("several", file, expected.size())).isEqualTo(expected);
    }

    @Test
    void aSinkGetsTheTextOfEveryPatchFromTheMiddleOn(@TempDir Path scratch) throws Exception {
        createTopic("text", 1);
        Map<Long, RdfPatch> written;
        try (KafkaProducer<String, byte[]> producer = StreamWriter.producer(broker.bootstrapServers())) {
            StreamWriter writer = new StreamWriter(producer, "text", 0, 50);
            for (int i = 0; i < 40; i++) {
                writer.send(i);
            }
            written = new TreeMap<>(writer.written());
        }
        Path file = scratch.resolve("received.txt");
        create("text", "text", 1, 10, file, Map.of("value.converter.rdf.output.format", "n-quads"));
        Map<String, String> expected = expected(
                Map.of(0, written),
                10,
                patch -> new SchemaAndValue(
                        Schema.STRING_SCHEMA, DocumentWriter.write(DocumentFormat.RDF_PATCH, patch)));
        assertThat(received("text", file, expected.size())).isEqualTo(expected);
    }

    @Test
    void aSinkThatReadsUncommittedRecordsDecodesThoseOfAbortedAndOpenTransactionsToo(@TempDir Path scratch)
            throws Exception {
        createTopic("torn", 1);
        Map<Long, RdfPatch> written = new TreeMap<>();
        try (KafkaProducer<String, byte[]> producer =
                StreamWriter.transactional(broker.bootstrapServers(), "torn-writer")) {
            StreamWriter aborted = new StreamWriter(producer, "torn", 0, 50);
            producer.beginTransaction();
            for (int i = 0; i < 20; i++) {
                aborted.send(i);
            }
            producer.abortTransaction();
            StreamWriter open = new StreamWriter(producer, "torn", 0, 50);
            producer.beginTransaction();
            for (int i = 0; i < 20; i++) {
                open.send(100 + i);
            }
            written.putAll(aborted.written());
            written.putAll(open.written());

            Path file = scratch.resolve("received.txt");
            create("torn", "torn", 1, 10, file, Map.of());
            Map<String, String> expected = expected(Map.of(0, written), 10);
            assertThat(received("torn", file, expected.size())).isEqualTo(expected);
        }
    }
}
