package dev.velella.tests.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.diff.app.DiffApp;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.RdfGraph;
import dev.velella.tests.Await;
import dev.velella.tests.Topics;
import dev.velella.view.app.ViewApp;
import dev.velella.view.options.ViewConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Alerts of devices of which some send values that violate a shape, and some fall silent: each is raised and withdrawn as often,
 * and at the moment, that a plain program says.
 */
class ViewAlertsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(300);
    private static final int DEVICES = 10;
    private static final int SILENT_ONES = 3;
    private final int perSecond = Integer.getInteger("velella.views.per.second", 200);

    /** A value above violates the shape: one of a hundred. */
    private static final int MOST = 98;

    private static final String FIRST = "first";
    private static final String NS = "http://example.org/";
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final int elements = Integer.getInteger("velella.views.alerts", 800);
    private final List<ConsumerRecord<String, byte[]>> seen = new ArrayList<>();
    private final List<Long> delays = new ArrayList<>();

    private static RdfGraph graph(String key, int value, long atMs) {
        IRI device = VALUES.createIRI(NS, key);
        return RdfGraph.of(List.of(
                VALUES.createStatement(device, VALUES.createIRI(NS, "value"), VALUES.createLiteral(value)),
                VALUES.createStatement(
                        device,
                        VALUES.createIRI(NS, "at"),
                        VALUES.createLiteral(
                                Instant.ofEpochMilli(atMs).toString(),
                                VALUES.createIRI("http://www.w3.org/2001/XMLSchema#dateTime")))));
    }

    @Test
    void alertsAreRaisedAndWithdrawnWhenTheOracleSays(@TempDir Path scratch) throws Exception {
        Path folder = Files.createDirectory(scratch.resolve("views"));
        Files.writeString(
                folder.resolve("high.json"),
                "{\"name\":\"high\",\"kind\":\"shacl\",\"shapes\":\"PREFIX : <" + NS
                        + "> PREFIX sh: <http://www.w3.org/ns/shacl#> :Shape a sh:NodeShape ; sh:targetSubjectsOf :value ;"
                        + " sh:property [ sh:path :value ; sh:maxInclusive " + MOST + " ] .\"}");
        Files.writeString(
                folder.resolve("silent.json"),
                "{\"name\":\"silent\",\"kind\":\"select\",\"key\":[\"s\"],\"after\":[\"PT3S\"],\"query\":\"PREFIX : <"
                        + NS
                        + "> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>"
                        + " SELECT ?s { ?s :at ?t FILTER(NOW() >= ?t + \\\"PT3S\\\"^^xsd:dayTimeDuration) }\"}");
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", broker.bootstrapServers()),
                        new StringSerializer(),
                        new ByteArraySerializer());
                KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(
                        Map.of(
                                "bootstrap.servers",
                                broker.bootstrapServers(),
                                "isolation.level",
                                "read_committed",
                                "auto.offset.reset",
                                "earliest"),
                        new StringDeserializer(),
                        new ByteArrayDeserializer());
                DiffApp app = ViewApp.of(new ViewConfig(Map.of(
                        "bootstrap.servers", broker.bootstrapServers(),
                        "state.dir", scratch.resolve("state").toString(),
                        "velella.input.topic", "graphs",
                        "velella.views.dir", folder.toString())))) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
                Topics.create(admin, "graphs", 1);
                app.start();
                Await.until("the topics of the views", PATIENCE, () -> admin.listTopics()
                        .names()
                        .get()
                        .containsAll(List.of("view-high.rows", "view-silent.rows")));
            }
            consumer.assign(
                    List.of(new TopicPartition("view-high.rows", 0), new TopicPartition("view-silent.rows", 0)));
            awaitFirst(producer, consumer);
            Map<String, List<String>> expected = new TreeMap<>();
            Map<String, Long> last = run(producer, consumer, expected);
            Await.until("silence", PATIENCE, () -> {
                poll(consumer);
                return silent().size() == DEVICES;
            });
            assertThat(alerts()).isEqualTo(expected);
            // Those that fell silent early were told once, at their moment, and so were the others at the end.
            silent().forEach((device, moments) -> {
                if (Integer.parseInt(device.substring(1)) < SILENT_ONES) {
                    assertThat(moments).as(device).containsExactly(last.get(device) + 3_000);
                } else {
                    assertThat(moments).as(device).contains(last.get(device) + 3_000);
                }
            });
            delays.sort(null);
            System.out.println("alerts: " + elements + " elements, " + expected + ", from device to alert ms: median "
                    + delays.get(delays.size() / 2) + ", p99 " + delays.get((int) (delays.size() * 0.99)) + " of "
                    + delays.size());
        }
    }

    /** The alert of another device, so that the delays are those of an app that runs. */
    private void awaitFirst(KafkaProducer<String, byte[]> producer, KafkaConsumer<String, byte[]> consumer)
            throws Exception {
        JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, Limits.DEFAULT);
        long now = System.currentTimeMillis();
        producer.send(new ProducerRecord<>("graphs", 0, now, FIRST, encoder.encode(graph(FIRST, MOST + 1, now))));
        Await.until("the first alert", PATIENCE, () -> {
            poll(consumer);
            return !seen.isEmpty();
        });
        seen.clear();
        delays.clear();
    }

    /** Sends the elements, and says what a plain program would. The time of the last element of each device. */
    private Map<String, Long> run(
            KafkaProducer<String, byte[]> producer,
            KafkaConsumer<String, byte[]> consumer,
            Map<String, List<String>> expected)
            throws Exception {
        JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, Limits.DEFAULT);
        Random random = new Random(5);
        Map<String, Integer> values = new TreeMap<>();
        Map<String, Long> last = new TreeMap<>();
        long begin = System.nanoTime();
        for (int i = 0; i < elements; i++) {
            int number = random.nextInt(DEVICES);
            if (number < SILENT_ONES && i > elements / 4) {
                continue;
            }
            String key = "d" + number;
            int value = random.nextInt(100);
            long now = System.currentTimeMillis();
            producer.send(new ProducerRecord<>("graphs", 0, now, key, encoder.encode(graph(key, value, now))));
            Integer before = values.put(key, value);
            last.put(key, now);
            if (before != null && before > MOST && before != value) {
                expected.computeIfAbsent(key, none -> new ArrayList<>()).add("withdrawn");
            }
            if (value > MOST && (before == null || before != value)) {
                expected.computeIfAbsent(key, none -> new ArrayList<>()).add("raised");
            }
            long due = begin + TimeUnit.SECONDS.toNanos(i + 1L) / perSecond;
            while (System.nanoTime() < due) {
                poll(consumer);
            }
        }
        producer.flush();
        return last;
    }

    private void poll(KafkaConsumer<String, byte[]> consumer) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(1))) {
            seen.add(record);
            if (record.topic().equals("view-high.rows")) {
                delays.add(System.currentTimeMillis() - record.timestamp());
            }
        }
    }

    private static String device(ConsumerRecord<String, byte[]> record) {
        String key = record.key();
        int begin = key.indexOf(":\"") + 2;
        return key.substring(begin, key.indexOf('"', begin));
    }

    private Map<String, List<String>> alerts() {
        Map<String, List<String>> alerts = new TreeMap<>();
        seen.stream()
                .filter(record -> record.topic().equals("view-high.rows"))
                .forEach(record -> alerts.computeIfAbsent(device(record), none -> new ArrayList<>())
                        .add(record.value() == null ? "withdrawn" : "raised"));
        return alerts;
    }

    /** The moments at which each device that is silent now was told to be. */
    private Map<String, List<Long>> silent() {
        Map<String, List<Long>> moments = new TreeMap<>();
        Map<String, String> now = new TreeMap<>();
        for (ConsumerRecord<String, byte[]> record : seen) {
            if (record.topic().equals("view-silent.rows") && !device(record).equals(FIRST)) {
                if (record.value() == null) {
                    now.remove(device(record));
                } else {
                    now.put(device(record), new String(record.value(), StandardCharsets.UTF_8));
                    moments.computeIfAbsent(device(record), none -> new ArrayList<>())
                            .add(record.timestamp());
                }
            }
        }
        moments.keySet().retainAll(now.keySet());
        return moments;
    }
}
