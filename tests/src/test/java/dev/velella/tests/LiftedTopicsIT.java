package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.frame.FrameResult;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.RecordDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Topics that hold no Jelly as input of the diff app, on a real broker, exactly once. */
class LiftedTopicsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @TempDir
    private static Path kafka;

    private static EmbeddedBroker broker;
    private static Admin admin;
    private static KafkaProducer<String, String> producer;

    @TempDir
    private Path stateDir;

    private String application;
    private String patches;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = new EmbeddedBroker(kafka, Ports.free());
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()), new StringSerializer(), new StringSerializer());
    }

    @AfterAll
    static void stopBroker() {
        producer.close();
        admin.close();
        broker.close();
    }

    @BeforeEach
    void nameTopics(TestInfo test) {
        application = test.getTestMethod().orElseThrow().getName();
        patches = application + "-patches";
    }

    private DiffConfig config(String... more) {
        Map<String, String> all = new HashMap<>();
        all.put("bootstrap.servers", broker.bootstrapServers());
        all.put("application.id", application);
        all.put("state.dir", stateDir.toString());
        all.put("commit.interval.ms", "100");
        all.put("consumer.session.timeout.ms", "6000");
        all.put("velella.output.topic", patches);
        all.put("velella.jelly.mode", "self-contained");
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return new DiffConfig(all);
    }

    private static void send(String topic, String key, String value) {
        producer.send(new ProducerRecord<>(topic, key, value));
    }

    private static Map<String, String> headers(ConsumerRecord<String, byte[]> record) {
        Map<String, String> headers = new HashMap<>();
        for (Header header : record.headers()) {
            headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
        }
        return headers;
    }

    private static String text(Statement statement) {
        return statement.getSubject().stringValue() + " "
                + statement.getPredicate().stringValue() + " "
                + statement.getObject().stringValue();
    }

    /** What a store has that applies the patches; every delete must find its statement, every add none. */
    private Set<String> store(int partitions) throws Exception {
        RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null);
        Set<Statement> statements = new HashSet<>();
        for (ConsumerRecord<String, byte[]> record : Topics.committed(broker.bootstrapServers(), patches, partitions)) {
            FrameResult.Decoded decoded = (FrameResult.Decoded) decoder.decode(record);
            for (PatchOperation row : ((RdfPatch) decoded.element()).operations()) {
                if (row instanceof PatchOperation.Delete delete) {
                    assertThat(statements.remove(delete.statement())).isTrue();
                } else if (row instanceof PatchOperation.Add add) {
                    assertThat(statements.add(add.statement())).isTrue();
                }
            }
        }
        Set<String> texts = new TreeSet<>();
        statements.forEach(statement -> texts.add(text(statement)));
        return texts;
    }

    private void awaitStore(DiffApp app, int partitions, Set<String> wanted) throws Exception {
        Await.until("the store", PATIENCE, () -> {
            assertThat(app.failure()).isEmpty();
            return store(partitions).equals(wanted);
        });
    }

    /** Two tables as Debezium has them in topics, with random changes, and the statements that they must become. */
    private static final class Shop {
        private final Random random = new Random(7);
        private final String customers;
        private final String orders;
        private final TreeMap<Integer, String> names = new TreeMap<>();
        private final TreeMap<Integer, Integer> buyers = new TreeMap<>();
        private long clock = System.currentTimeMillis() - 1_000_000;

        Shop(String customers, String orders) {
            this.customers = customers;
            this.orders = orders;
        }

        private void change(String topic, int id, String before, String after) {
            String op = before == null ? (random.nextInt(4) == 0 ? "r" : "c") : after == null ? "d" : "u";
            // Clocks of databases go back, too.
            long time = ++clock - random.nextInt(50);
            send(
                    topic,
                    "{\"id\":" + id + "}",
                    "{\"before\":" + before + ",\"after\":" + after + ",\"source\":{\"ts_ms\":" + time + "},\"op\":\""
                            + op + "\"}");
            if (after == null) {
                send(topic, "{\"id\":" + id + "}", null);
            }
        }

        private static String customer(int id, String name) {
            return "{\"id\":" + id + ",\"name\":" + (name.isEmpty() ? "null" : "\"" + name + "\"") + "}";
        }

        private static String order(int id, int customer) {
            return "{\"id\":" + id + ",\"customer_id\":" + customer + "}";
        }

        void changes(int number) {
            for (int i = 0; i < number; i++) {
                int id = random.nextInt(20);
                switch (random.nextInt(6)) {
                    case 0, 1 -> {
                        String name = random.nextInt(5) == 0 ? "" : "name " + random.nextInt(5);
                        String before = names.put(id, name);
                        change(customers, id, before == null ? null : customer(id, before), customer(id, name));
                    }
                    case 2, 3 -> {
                        int customer = random.nextInt(20);
                        Integer before = buyers.put(id, customer);
                        change(orders, id, before == null ? null : order(id, before), order(id, customer));
                    }
                    case 4 -> {
                        if (names.containsKey(id)) {
                            change(customers, id, customer(id, names.remove(id)), null);
                        }
                    }
                    default -> { // the key of the row changes
                        Integer customer = buyers.remove(id);
                        if (customer != null) {
                            change(orders, id, order(id, customer), null);
                            int other = 100 + random.nextInt(1000);
                            String row = buyers.containsKey(other) ? order(other, buyers.get(other)) : null;
                            buyers.put(other, customer);
                            change(orders, other, row, order(other, customer));
                        }
                    }
                }
            }
            producer.flush();
        }

        Set<String> statements() {
            Set<String> all = new TreeSet<>();
            names.forEach((id, name) -> {
                all.add("urn:customer:" + id + " urn:p:type urn:Customer");
                if (!name.isEmpty()) {
                    all.add("urn:customer:" + id + " urn:p:name " + name);
                }
            });
            buyers.forEach((id, customer) -> all.add("urn:order:" + id + " urn:p:by urn:customer:" + customer));
            return all;
        }
    }

    private DiffConfig shop(String customers, String orders, String... more) {
        List<String> options = new ArrayList<>(List.of(
                "velella.input.topics",
                customers + "," + orders,
                "velella.input.envelope",
                "debezium",
                "velella.key.template",
                "{topic}/{key/id}",
                "velella.template." + customers,
                "<urn:customer:{/id}> <urn:p:type> <urn:Customer> ; <urn:p:name> \"{/name}\" .",
                "velella.template." + orders,
                "<urn:order:{/id}> <urn:p:by> <urn:customer:{/customer_id}> .",
                "velella.on.error",
                "dead-letter",
                "velella.dead.letter.topic",
                application + "-dead"));
        options.addAll(List.of(more));
        return config(options.toArray(String[]::new));
    }

    /** Tables in topics with different numbers of partitions: a task has the partitions of one number of both. */
    @Test
    void aDatabaseOfTwoTablesIsReplicatedThroughRestartsAndNothingIsLeftBehind() throws Exception {
        String customers = application + "-customers";
        String orders = application + "-orders";
        Topics.create(admin, customers, 1);
        Topics.create(admin, orders, 3);
        Shop shop = new Shop(customers, orders);
        for (int run = 0; run < 2; run++) {
            shop.changes(400);
            try (DiffApp app = new DiffApp(shop(customers, orders, "num.stream.threads", "2"))) {
                app.start();
                awaitStore(app, 3, shop.statements());
                shop.changes(100);
                awaitStore(app, 3, shop.statements());
            }
        }
        send(customers, "{\"id\":1}", "{\"op\":\"u\",\"after\":{\"id\":1,\"name\":{\"first\":\"x\"}}}");
        producer.flush();
        String dead = application + "-dead";
        try (DiffApp app = new DiffApp(shop(customers, orders))) {
            app.start();
            Await.until(
                    "the dead letter",
                    PATIENCE,
                    () -> Topics.committed(broker.bootstrapServers(), dead, 3).size() == 1);
        }
        ConsumerRecord<String, byte[]> letter =
                Topics.committed(broker.bootstrapServers(), dead, 3).get(0);
        assertThat(letter.key()).isEqualTo("{\"id\":1}");
        assertThat(headers(letter))
                .containsEntry("velella.error.topic", customers)
                .containsEntry("velella.error.partition", "0")
                .containsEntry("velella.error.reason", "undecodable")
                .hasEntrySatisfying("velella.error.exception.message", text -> assertThat(text)
                        .contains("/name"));
        assertThat(store(3)).isEqualTo(shop.statements());

        // The smaller topic grows: keys would come to tasks that do not hold their state.
        admin.createPartitions(Map.of(customers, NewPartitions.increaseTo(2)))
                .all()
                .get();
        shop.changes(50);
        try (DiffApp app = new DiffApp(shop(customers, orders))) {
            app.start();
            Await.until("the end of the app", PATIENCE, () -> app.failure().isPresent());
            assertThat(app.failure().orElseThrow())
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining(customers + " has 2 partitions and had 1")
                    .hasMessageContaining("egin anew");
        }
    }

    @Test
    void aSmallTopicThatGrowsWhileTheAppRunsStopsIt() throws Exception {
        String small = application + "-small";
        String large = application + "-large";
        Topics.create(admin, small, 1);
        Topics.create(admin, large, 3);
        DiffConfig config = config(
                "velella.input.topics", small + "," + large,
                "velella.template", "<urn:{key}> <urn:p> \"{/v}\" .",
                "consumer.metadata.max.age.ms", "500");
        try (DiffApp app = new DiffApp(config)) {
            app.start();
            assertThat(app.awaitRunning(PATIENCE)).isTrue();
            send(small, "a", "{\"v\":1}");
            producer.flush();
            awaitStore(app, 3, Set.of("urn:a urn:p 1"));
            admin.createPartitions(Map.of(small, NewPartitions.increaseTo(2)))
                    .all()
                    .get();
            Await.until("the end of the app", PATIENCE, () -> app.failure().isPresent());
            assertThat(app.failure().orElseThrow())
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining(small + " has 2 partitions now and had 1 when the app started");
        }
    }

    @Test
    void aTopicThatComesLaterAndMatchesThePatternIsRead() throws Exception {
        String first = application + ".a";
        String second = application + ".b";
        DiffConfig config = config(
                "velella.input.topics.pattern", application + "[.].*",
                "velella.template", "<urn:{topic}:{key}> <urn:p> \"{/v}\" .",
                "velella.health.listener", "localhost:0",
                "consumer.metadata.max.age.ms", "500");
        try (DiffApp app = new DiffApp(config)) {
            Thread starting = new Thread(app::start);
            starting.start();
            Await.until("waiting for a topic", PATIENCE, () -> app.healthPort().isPresent());
            Topics.create(admin, first, 2);
            starting.join();
            assertThat(app.awaitRunning(PATIENCE)).isTrue();
            send(first, "a", "{\"v\":1}");
            Topics.create(admin, second, 1);
            send(second, "a", "{\"v\":2}");
            producer.flush();
            awaitStore(app, 2, Set.of("urn:" + first + ":a urn:p 1", "urn:" + second + ":a urn:p 2"));
            // The topics that the app writes have no place for the streams of its third partition.
            Topics.create(admin, application + ".c", 3);
            Await.until("the end of the app", PATIENCE, () -> app.failure().isPresent());
            assertThat(app.failure().orElseThrow())
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining(application + ".c is new and has 3 partitions");
        }
    }

    @Test
    void aConverterReadsJsonWithItsSchemaAndTheKeyToo() throws Exception {
        String topic = application + "-in";
        Topics.create(admin, topic, 1);
        String json = "org.apache.kafka.connect.json.JsonConverter";
        DiffConfig config = config(
                "velella.input.topic",
                topic,
                "velella.template",
                "<urn:r:{/id}> <urn:p:day> \"{/day}\"^^<http://www.w3.org/2001/XMLSchema#date> ; <urn:p:type> <urn:R> .",
                "velella.key.template",
                "r/{key}",
                "velella.input.value.converter",
                json,
                "velella.input.key.converter",
                json,
                "velella.on.error",
                "dead-letter",
                "velella.dead.letter.topic",
                application + "-dead");
        String key = "{\"schema\":{\"type\":\"int32\"},\"payload\":7}";
        String schema = "{\"schema\":{\"type\":\"struct\",\"fields\":[{\"field\":\"id\",\"type\":\"int32\"},"
                + "{\"field\":\"day\",\"type\":\"int32\",\"optional\":true,\"name\":\"org.apache.kafka.connect.data.Date\"}]},"
                + "\"payload\":";
        send(topic, key, schema + "{\"id\":7,\"day\":19675}}");
        send(topic, key, "{\"id\":7}");
        producer.flush();
        try (DiffApp app = new DiffApp(config)) {
            app.start();
            awaitStore(app, 1, Set.of("urn:r:7 urn:p:day 2023-11-14", "urn:r:7 urn:p:type urn:R"));
            send(topic, key, schema + "{\"id\":7,\"day\":null}}");
            producer.flush();
            awaitStore(app, 1, Set.of("urn:r:7 urn:p:type urn:R"));
        }
        assertThat(Topics.committed(broker.bootstrapServers(), patches, 1))
                .extracting(ConsumerRecord::key)
                .containsExactly("r/7", "r/7");
        List<ConsumerRecord<String, byte[]>> dead =
                Topics.committed(broker.bootstrapServers(), application + "-dead", 1);
        assertThat(dead).hasSize(1);
        assertThat(headers(dead.get(0)))
                .containsEntry("velella.error.offset", "1")
                .hasEntrySatisfying("velella.error.exception.message", text -> assertThat(text)
                        .startsWith("the value cannot be read by JsonConverter: "));
        assertThat(new String(dead.get(0).value(), StandardCharsets.UTF_8)).isEqualTo("{\"id\":7}");
    }

    @Test
    void topicsThatDoNotFitAreRefusedByName() throws Exception {
        String one = application + "-one";
        String two = application + "-two";
        Topics.create(admin, one, 1);
        Topics.create(admin, two, 2);
        Topics.create(admin, patches, 1);
        String[] options = {
            "velella.input.topics", one + "," + two, "velella.template", "<urn:{key}> <urn:p> \"{/v}\" ."
        };
        assertThatThrownBy(() -> new DiffApp(config(options)).start())
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("velella.output.topic")
                .hasMessageContaining(
                        "has 1 partitions, but the largest input topic of " + one + ", " + two + " has 2");
        String all = application + ".*|.*changelog";
        assertThatThrownBy(() -> config(
                        "velella.input.topics.pattern", all, "velella.template", "<urn:{key}> <urn:p> \"{/v}\" ."))
                .hasMessageContaining("velella.output.topic")
                .hasMessageContaining("must not be an input topic");
        assertThatThrownBy(() -> new DiffApp(config(
                                "velella.input.topics.pattern",
                                one + "|.*-changelog",
                                "velella.template",
                                "<urn:{key}> <urn:p> \"{/v}\" ."))
                        .start())
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("must not be the topic of the app's state");
    }
}
