package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.quickstart.StoreClient;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.rdf.RdfPatch;
import dev.velella.tests.sink.RunningConnector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The worker's own converters do not fit, and connectors have none: they say so at their first record. */
@Timeout(900)
class WorkersConvertersIT {
    private static final Duration PATIENCE = Duration.ofSeconds(240);
    private static final Path LOG = Path.of("target", "worker.log");

    /** An option and its value, as messages advise them. */
    private static final Pattern OPTION =
            Pattern.compile("set ((?:key|value)\\.converter)(?:=| to )([A-Za-z.]+Converter)");

    private static Map<String, String> advice(String message) {
        Matcher option = OPTION.matcher(message);
        assertThat(option.find()).as(message).isTrue();
        return Map.of(option.group(1), option.group(2));
    }

    @Test
    void itIsRefusedInWordsAndWhatIsAdvisedWorks(@TempDir Path scratch) throws Exception {
        long logged = Files.exists(LOG) ? Files.size(LOG) : 0;
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()));
                WorkerProcess worker = new WorkerProcess(
                        scratch,
                        broker.bootstrapServers(),
                        Map.of(
                                "key.converter", "org.apache.kafka.connect.json.JsonConverter",
                                "key.converter.schemas.enable", "false",
                                "value.converter", "org.apache.kafka.connect.storage.StringConverter"))) {
            Topics.create(admin, "patches", 1);
            Topics.create(admin, "words", 1);
            Topics.create(admin, "graphs", 1);
            Topics.create(admin, "more", 1);
            Topics.create(admin, "unwritten", 1);
            worker.awaitUp();
            send(broker, "patches", "17"); // which is JSON too
            send(broker, "words", "station 17");

            int port = Ports.free();
            RunningConnector sink =
                    new RunningConnector(worker.restUrl(), sink("numbers", "patches", port, scratch, broker));
            sink.create();
            sink.awaitFailure("patches-0@0, key '17': the key is not text but java.lang.Long");
            String refused = worker.rest().failure("numbers").orElseThrow();
            sink.stop();
            sink.configure(advice(refused));
            awaitApplied(port, 1);

            RunningConnector words =
                    new RunningConnector(worker.restUrl(), sink("words", "words", Ports.free(), scratch, broker));
            words.create();
            words.awaitFailure(""); // of Connect, before the sink sees the record
            assertThat(Files.readString(LOG).substring((int) logged))
                    .contains("key.converter is not set, so the worker's converter is used")
                    .contains("then set key.converter to org.apache.kafka.connect.storage.StringConverter");

            ObjectNode text = source(broker).put("name", "text");
            options(text)
                    .put("topic", "unwritten")
                    .put("key.converter", "org.apache.kafka.connect.storage.StringConverter")
                    .remove("value.converter");
            RunningConnector asText = new RunningConnector(worker.restUrl(), text);
            asText.create();
            asText.awaitFailure("set value.converter=dev.velella.converter.JellyConverter");
            assertThat(Topics.committed(broker.bootstrapServers(), "unwritten", 1))
                    .isEmpty();
            String noRdf = worker.rest().failure("text").orElseThrow();
            asText.stop();
            asText.configure(advice(noRdf));
            Await.until("the advised converter writes", PATIENCE, () -> !Topics.committed(
                            broker.bootstrapServers(), "unwritten", 1)
                    .isEmpty());
            asText.stop();

            RunningConnector source = new RunningConnector(worker.restUrl(), source(broker));
            source.create();
            source.awaitFailure("the worker's key.converter does not write a key as its text");
            String ended = worker.rest().failure("weather").orElseThrow();
            assertThat(ended).contains("of 'ibs_1', 5 bytes, it made 7 bytes in record graphs-0@");
            source.stop();
            Map<String, String> advised = new java.util.HashMap<>(advice(ended));
            assertThat(ended).contains("let the connector write to another one");
            advised.put("topic", "more");
            source.configure(advised);
            Await.until("records with keys as text", PATIENCE, () -> {
                assertThat(worker.rest().failure("weather")).isEmpty();
                return !Topics.committed(broker.bootstrapServers(), "more", 1).isEmpty();
            });
            assertThat(Topics.committed(broker.bootstrapServers(), "more", 1))
                    .allSatisfy(record -> assertThat(record.key()).isEqualTo("ibs_1"));
        }
    }

    private static ObjectNode sink(String name, String topic, int port, Path scratch, EmbeddedBroker broker)
            throws IOException {
        ObjectNode connector = new Samples(Installation.home())
                .connector(
                        "memory-sink.json",
                        Map.of(
                                "kafka.bootstrap.servers", broker.bootstrapServers(),
                                "topics", topic,
                                "snapshot.topics", "",
                                "target.dir", scratch.resolve(name).toString(),
                                "sparql.endpoint.port", Integer.toString(port)));
        connector.put("name", name);
        options(connector)
                .put("value.converter", "dev.velella.converter.JellyConverter")
                .remove("key.converter");
        return connector;
    }

    private static ObjectNode options(ObjectNode connector) {
        return (ObjectNode) connector.get("config");
    }

    private static ObjectNode source(EmbeddedBroker broker) throws IOException {
        ObjectNode connector = new Samples(Installation.home())
                .connector(
                        "weather-source.json",
                        Map.of(
                                "kafka.bootstrap.servers", broker.bootstrapServers(),
                                "simulator.elements", "0",
                                "simulator.stations", "1",
                                "simulator.rate.per.second", "5"));
        connector.put("name", "weather");
        options(connector)
                .put("value.converter", "dev.velella.converter.JellyConverter")
                .remove("key.converter");
        return connector;
    }

    private static void send(EmbeddedBroker broker, String topic, String key) throws Exception {
        ValueFactory values = SimpleValueFactory.getInstance();
        RdfPatch patch = RdfPatch.change(
                List.of(),
                List.of(values.createStatement(
                        values.createIRI("urn:s"),
                        values.createIRI("urn:p"),
                        values.createLiteral(key),
                        values.createIRI("urn:g"))));
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new StringSerializer(),
                new ByteArraySerializer())) {
            ProducerRecord<String, byte[]> record = new ProducerRecord<>(
                    topic, key, new JellyPatchEncoder(JellyPatchOptions.TOPIC, Limits.DEFAULT).encode(patch));
            record.headers().add("content-type", "application/x-jelly-rdf-patch".getBytes(StandardCharsets.US_ASCII));
            producer.send(record).get();
        }
    }

    private static void awaitApplied(int port, long records) throws Exception {
        StoreClient store = new StoreClient("http://localhost:" + port);
        Await.until(records + " applied", PATIENCE, () -> {
            try {
                return store.status()
                        .map(status -> status.path("partitions")
                                        .path(0)
                                        .path("applied")
                                        .asLong()
                                == records)
                        .orElse(false);
            } catch (IOException e) {
                return false;
            }
        });
    }
}
