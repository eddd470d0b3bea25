package dev.velella.tests.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.failure.UserException;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.quickstart.StoreClient;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.rdf.RdfPatch;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A transaction is aborted, and a sink is created without {@code isolation.level=read_committed}: the worker refuses it and says
 * which line to add; with that line the store holds what was committed, and nothing else.
 */
class AbortedRecordsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final String TOPIC = "aborted";
    private static final String ISOLATION = "consumer.override.isolation.level";
    private static final Pattern LINE = Pattern.compile("[Aa]dd \"([^\"]+)\": \"([^\"]+)\"");

    @Test
    void recordsOfAbortedTransactionsDoNotGetIntoAStore(@TempDir Path scratch) throws Exception {
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()))) {
            Topics.create(admin, TOPIC, 1);
            abortAndCommit(broker.bootstrapServers());
            Map<String, String> worker =
                    ConnectWorker.properties(broker.bootstrapServers(), Installation.plugins(), Ports.free());
            whileItRuns(scratch.resolve("usual"), worker, rest -> {
                Sink sink = new Sink("usual", scratch, broker);
                List<String> lines = sink.refused(rest);
                assertThat(lines.get(0)).isEqualTo(ISOLATION + "=read_committed");
                sink.add(lines.get(0));
                rest.create(sink.connector());
                sink.awaitStatements(rest, "committed");

                Sink careless = new Sink("careless", scratch, broker);
                careless.add("allow.read.uncommitted=true");
                rest.create(careless.connector());
                careless.awaitStatements(rest, "aborted", "committed"); // so the trap was set
            });

            worker = new HashMap<>(worker);
            worker.put("group.id", "strict-workers");
            for (String kind : List.of("offset", "config", "status")) {
                worker.put(kind + ".storage.topic", "strict-" + kind);
            }
            worker.put("connector.client.config.override.policy", "None");
            worker.put("consumer.isolation.level", "read_committed");
            whileItRuns(scratch.resolve("strict"), worker, rest -> {
                Sink sink = new Sink("strict", scratch, broker);
                List<String> lines = sink.refused(rest);
                assertThat(lines.get(1)).isEqualTo("allow.read.uncommitted=true");
                sink.add(lines.get(1));
                rest.create(sink.connector());
                sink.awaitStatements(rest, "committed");
            });
        }
    }

    /** Something to be done with a worker. */
    private interface WorkerStep {
        void with(ConnectRest rest) throws Exception;
    }

    private static void whileItRuns(Path scratch, Map<String, String> properties, WorkerStep step) throws Exception {
        Process process = Installation.worker(Files.createDirectories(scratch), properties);
        try {
            ConnectRest rest = new ConnectRest(properties.get("listeners"));
            Installation.awaitUp(rest);
            step.with(rest);
        } finally {
            process.destroyForcibly().onExit().join();
        }
    }

    private static void abortAndCommit(String bootstrapServers) throws Exception {
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "transactional.id", "aborting"),
                new StringSerializer(),
                new ByteArraySerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(patch("aborted")).get();
            producer.abortTransaction();
            producer.beginTransaction();
            producer.send(patch("committed"));
            producer.commitTransaction();
        }
    }

    private static ProducerRecord<String, byte[]> patch(String object) {
        ValueFactory values = SimpleValueFactory.getInstance();
        RdfPatch patch = RdfPatch.change(
                List.of(),
                List.of(values.createStatement(
                        values.createIRI("urn:s"),
                        values.createIRI("urn:p"),
                        values.createLiteral(object),
                        values.createIRI("urn:g"))));
        ProducerRecord<String, byte[]> record = new ProducerRecord<>(
                TOPIC,
                0,
                "key",
                new JellyPatchEncoder(
                                JellyPatchOptions.frame(TableSizes.BIG, false), StatementOrder.GIVEN, Limits.DEFAULT)
                        .encode(patch));
        record.headers().add("content-type", "application/x-jelly-rdf-patch".getBytes(StandardCharsets.US_ASCII));
        return record;
    }

    /** A sink with a store in the worker. */
    private static final class Sink {
        private final ObjectNode connector;
        private final StoreClient store;

        /** Nothing but topics and target, and the converter, since the worker has another. */
        Sink(String name, Path scratch, EmbeddedBroker broker) throws IOException {
            int port = Ports.free();
            store = new StoreClient("http://localhost:" + port);
            connector = new Samples(Installation.home())
                    .connector(
                            "memory-sink.json",
                            Map.of(
                                    "topics", TOPIC,
                                    "snapshot.topics", "",
                                    "kafka.bootstrap.servers", broker.bootstrapServers(),
                                    "target.dir",
                                            scratch.resolve(name + "-store").toString(),
                                    "sparql.endpoint.port", Integer.toString(port)));
            connector.put("name", name + "-sink");
            config().remove(ISOLATION);
            config().remove("consumer.override.allow.auto.create.topics"); // no worker with the policy None takes it
        }

        private ObjectNode config() {
            return (ObjectNode) connector.get("config");
        }

        ObjectNode connector() {
            return connector;
        }

        void add(String line) {
            config().put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1));
        }

        /** Lines that the worker's message says to add, in its order. */
        List<String> refused(ConnectRest rest) {
            String[] message = new String[1];
            assertThatThrownBy(() -> rest.create(connector))
                    .isInstanceOf(UserException.class)
                    .satisfies(refusal -> message[0] = refusal.getMessage());
            Matcher lines = LINE.matcher(message[0]);
            return lines.results()
                    .map(found -> found.group(1) + "=" + found.group(2))
                    .toList();
        }

        void awaitStatements(ConnectRest rest, String... objects) throws Exception {
            String name = connector.get("name").asText();
            Await.until(name + " has applied the last record", PATIENCE, () -> {
                assertThat(rest.failure(name)).isEmpty();
                return store.status().isPresent()
                        && store.status()
                                        .get()
                                        .path("partitions")
                                        .path(0)
                                        .path("applied")
                                        .asLong()
                                == 3;
            });
            assertThat(store.graph("urn:g").objects())
                    .extracting(object -> object.stringValue())
                    .containsExactlyInAnyOrder(objects);
        }
    }
}
