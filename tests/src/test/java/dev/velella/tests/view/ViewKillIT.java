package dev.velella.tests.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.frame.FrameResult;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordDecoder;
import dev.velella.tests.Await;
import dev.velella.tests.BrokerProcess;
import dev.velella.tests.Topics;
import dev.velella.tests.diff.DiffInstance;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
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
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.GraphQueryResult;
import org.eclipse.rdf4j.query.TupleQueryResult;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.repository.sail.SailRepositoryConnection;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Graphs through a diff app into two instances of the view app, which are killed while definitions change: what a
 * read_committed client sees at the end is what RDF4J answers for the last graphs, no record is there twice, each chain of
 * patches is whole, and no record of an epoch stands behind one of a later epoch.
 */
class ViewKillIT {
    private static final Duration PATIENCE = Duration.ofSeconds(300);
    private static final int PARTITIONS = 3;
    private static final int STATIONS = 12;
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String NS = "http://example.org/";
    private static final String PREFIX = "PREFIX : <" + NS + "> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ";
    private static final String LATEST = PREFIX + "SELECT ?s ?v { ?s :sensor/:value ?v }";
    private static final String SILENT =
            PREFIX + "SELECT ?s { ?s :at ?t FILTER(NOW() >= ?t + \"PT5S\"^^xsd:dayTimeDuration) }";

    private final int kills = Integer.getInteger("velella.views.kills", 2);
    private final int elements = Integer.getInteger("velella.views.elements", 1_200);
    private final JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, Limits.DEFAULT);
    private final Random random = new Random(20_261_130);
    private final Map<String, RdfGraph> last = new LinkedHashMap<>();
    private final List<DiffInstance> instances = new ArrayList<>();
    private final List<ConsumerRecord<String, byte[]>> seen = new ArrayList<>();

    @TempDir
    private Path scratch;

    private BrokerProcess broker;
    private KafkaProducer<String, byte[]> producer;

    @BeforeEach
    void startBroker() throws Exception {
        broker = new BrokerProcess(
                scratch.resolve("kafka"), "", Map.of("group.min.session.timeout.ms", "1000"), List.of());
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            Topics.create(
                    admin,
                    List.of(
                            new NewTopic("graphs", PARTITIONS, (short) 1),
                            new NewTopic("velella-views", 1, (short) 1).configs(Map.of("cleanup.policy", "compact"))));
        }
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    @AfterEach
    void stop() throws Exception {
        producer.close();
        for (DiffInstance instance : instances) {
            instance.close();
        }
        broker.close();
    }

    private Map<String, String> options(String application) {
        Map<String, String> options = new HashMap<>();
        options.put("bootstrap.servers", broker.bootstrapServers());
        options.put("application.id", application);
        options.put("velella.jelly.mode", "self-contained");
        options.put("consumer.session.timeout.ms", "4000");
        options.put("consumer.heartbeat.interval.ms", "1000");
        // A dead producer's transaction holds up every reader for so long.
        options.put("producer.transaction.timeout.ms", "5000");
        return options;
    }

    private void start() throws Exception {
        Map<String, String> diff = options("diff");
        diff.put("velella.input.topic", "graphs");
        diff.put("velella.output.topic", "patches");
        instances.add(new DiffInstance(scratch.resolve("diff"), diff));
        Map<String, String> views = options("views");
        views.put("velella.input.topic", "patches");
        views.put("velella.input.kind", "patches");
        views.put("num.stream.threads", "2");
        for (int i = 0; i < 2; i++) {
            instances.add(new DiffInstance(scratch.resolve("views" + i), views, "view-app"));
        }
    }

    private static String select(String name, String query, String key, String rest) {
        return "{\"name\":\"" + name + "\",\"kind\":\"select\",\"query\":\"" + query.replace("\"", "\\\"")
                + "\",\"key\":[\"" + key + "\"]" + rest + "}";
    }

    private static String high(int limit) {
        return PREFIX + "CONSTRUCT { ?s :high ?v } WHERE { ?s :sensor/:value ?v FILTER(?v > " + limit + ") }";
    }

    private static String mark(int mark) {
        return PREFIX + "SELECT ?s (" + mark + " AS ?mark) { ?s :sensor/:value ?v FILTER(?v > 30) }";
    }

    private void define(String name, String json) throws Exception {
        producer.send(new ProducerRecord<>(
                        "velella-views", name, json == null ? null : json.getBytes(StandardCharsets.UTF_8)))
                .get();
    }

    private void defineMark(int mark) throws Exception {
        define("mark", select("mark", mark(mark), "s", ",\"columns\":{\"mark\":\"long\"}"));
        define("high", "{\"name\":\"high\",\"kind\":\"construct\",\"query\":\"" + high(10 * mark % 40) + "\"}");
    }

    /** Sends a graph of each station in turn. */
    private void send(int count) throws Exception {
        Future<?> sent = null;
        for (int i = 0; i < count; i++) {
            int number = random.nextInt(STATIONS);
            String key = "station-" + number;
            long now = System.currentTimeMillis();
            IRI station = VALUES.createIRI(NS, key);
            IRI sensor = VALUES.createIRI(NS, key + "/sensor");
            RdfGraph graph = RdfGraph.of(List.of(
                    VALUES.createStatement(station, VALUES.createIRI(NS, "sensor"), sensor),
                    VALUES.createStatement(
                            sensor, VALUES.createIRI(NS, "value"), VALUES.createLiteral(random.nextInt(50))),
                    VALUES.createStatement(
                            station,
                            VALUES.createIRI(NS, "at"),
                            VALUES.createLiteral(
                                    Instant.ofEpochMilli(now).toString(),
                                    VALUES.createIRI("http://www.w3.org/2001/XMLSchema#dateTime")))));
            sent = producer.send(new ProducerRecord<>("graphs", number % PARTITIONS, now, key, encoder.encode(graph)));
            last.put(key, graph);
        }
        if (sent != null) {
            sent.get();
        }
    }

    @Test
    void committedAnswersAreThoseOfTheLastGraphsThroughKillsAndChangedDefinitions() throws Exception {
        start();
        define("latest", select("latest", LATEST, "s", ",\"columns\":{\"v\":\"long\"}"));
        define("silent", select("silent", SILENT, "s", ",\"after\":[\"PT5S\"]"));
        define("leaving", select("leaving", LATEST, "s", ""));
        int mark = 1;
        defineMark(mark);
        List<String> topics = List.of(
                "view-latest.rows", "view-silent.rows", "view-leaving.rows", "view-mark.rows", "view-high.patches");
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            Await.until("topics of views", PATIENCE, () -> {
                heal();
                return admin.listTopics().names().get().containsAll(topics);
            });
        }
        try (KafkaConsumer<String, byte[]> consumer = consumer(topics)) {
            for (int i = 0; i < kills; i++) {
                send(elements / (kills + 1));
                awaitLatest(consumer);
                send(elements / (kills + 1) / 4);
                instances.get(1 + random.nextInt(2)).kill();
                defineMark(++mark);
            }
            define("leaving", null);
            send(elements / (kills + 1));
            awaitLatest(consumer);
            int marked = mark;
            Await.until("all answers", PATIENCE, () -> {
                heal();
                poll(consumer);
                return rows("latest").equals(expected(LATEST))
                        && rows("mark").equals(expected(mark(marked)))
                        && rows("silent").size() == last.size()
                        && rows("leaving").isEmpty()
                        && graphs().equals(expectedGraphs(high(10 * marked % 40)));
            });
        }
        checkNothingIsThereTwice();
        checkEpochs();
        System.out.println("views: " + elements + " elements, " + kills + " kills, " + seen.size()
                + " committed records, epochs " + epochs().keySet());
    }

    private void heal() throws Exception {
        for (DiffInstance instance : instances) {
            instance.heal();
        }
    }

    private KafkaConsumer<String, byte[]> consumer(List<String> topics) {
        KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        broker.bootstrapServers(),
                        "isolation.level",
                        "read_committed",
                        "auto.offset.reset",
                        "earliest",
                        "fetch.max.wait.ms",
                        100),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partitions = new ArrayList<>();
        for (String topic : topics) {
            for (int i = 0; i < PARTITIONS; i++) {
                partitions.add(new TopicPartition(topic, i));
            }
        }
        consumer.assign(partitions);
        return consumer;
    }

    private void poll(KafkaConsumer<String, byte[]> consumer) {
        consumer.poll(Duration.ofMillis(200)).forEach(seen::add);
    }

    private void awaitLatest(KafkaConsumer<String, byte[]> consumer) throws Exception {
        Await.until("the latest values", PATIENCE, () -> {
            heal();
            poll(consumer);
            return rows("latest").equals(expected(LATEST));
        });
    }

    /** The rows of a view now, by their keys; without the stream and the key. */
    private Map<String, String> rows(String view) {
        Map<String, String> rows = new TreeMap<>();
        for (ConsumerRecord<String, byte[]> record : seen) {
            if (record.topic().equals("view-" + view + ".rows")) {
                if (record.value() == null) {
                    rows.remove(record.key());
                } else {
                    rows.put(record.key(), new String(record.value(), StandardCharsets.UTF_8));
                }
            }
        }
        return rows;
    }

    /** What RDF4J answers for the last graph of each station. */
    private Map<String, String> expected(String query) {
        Map<String, String> rows = new TreeMap<>();
        last.forEach((key, graph) -> {
            SailRepository store = new SailRepository(new MemoryStore());
            try (SailRepositoryConnection connection = store.getConnection()) {
                connection.add(graph.statements());
                try (TupleQueryResult result =
                        connection.prepareTupleQuery(query).evaluate()) {
                    for (BindingSet row : result) {
                        String head = "{\"stream\":\"" + key + "\",\"s\":\""
                                + row.getValue("s").stringValue() + "\"";
                        StringBuilder columns = new StringBuilder(head);
                        for (String column : result.getBindingNames()) {
                            if (!column.equals("s")) {
                                columns.append(",\"")
                                        .append(column)
                                        .append("\":")
                                        .append(((Literal) row.getValue(column)).longValue());
                            }
                        }
                        rows.put(head + "}", columns + "}");
                    }
                }
            } finally {
                store.shutDown();
            }
        });
        return rows;
    }

    private Map<String, Set<Statement>> expectedGraphs(String query) {
        Map<String, Set<Statement>> graphs = new TreeMap<>();
        last.forEach((key, graph) -> {
            SailRepository store = new SailRepository(new MemoryStore());
            try (SailRepositoryConnection connection = store.getConnection()) {
                connection.add(graph.statements());
                try (GraphQueryResult result =
                        connection.prepareGraphQuery(query).evaluate()) {
                    Set<Statement> answer = new HashSet<>();
                    for (Statement each : result) {
                        answer.add(VALUES.createStatement(
                                each.getSubject(),
                                each.getPredicate(),
                                each.getObject(),
                                VALUES.createIRI("urn:velella:stream:high:" + key)));
                    }
                    if (!answer.isEmpty()) {
                        graphs.put(key, answer);
                    }
                }
            } finally {
                store.shutDown();
            }
        });
        return graphs;
    }

    /** The graphs to which the patches lead; each patch must be the next one and have the announced hash. */
    private Map<String, Set<Statement>> graphs() {
        RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null);
        Map<String, Set<Statement>> graphs = new TreeMap<>();
        Map<String, Long> numbers = new HashMap<>();
        for (ConsumerRecord<String, byte[]> record : seen) {
            if (record.topic().equals("view-high.patches")) {
                FrameResult result = decoder.decode("patches", record.headers(), record.value());
                RdfPatch patch = (RdfPatch) ((FrameResult.Decoded) result).element();
                PatchPosition position = PatchPosition.parse(header(record, "patch"));
                assertThat(position.number()).as(record.key()).isEqualTo(numbers.merge(record.key(), 1L, Long::sum));
                Set<Statement> graph = graphs.computeIfAbsent(record.key(), none -> new HashSet<>());
                for (PatchOperation row : patch.effectiveOperations()) {
                    if (row instanceof PatchOperation.Add add) {
                        assertThat(graph.add(add.statement())).isTrue();
                    } else if (row instanceof PatchOperation.Delete delete) {
                        assertThat(graph.remove(delete.statement())).isTrue();
                    }
                }
                assertThat(GraphHash.ofSet(graph)).as(record.key()).isEqualTo(position.hash());
            }
        }
        graphs.values().removeIf(Set::isEmpty);
        return graphs;
    }

    private static String header(ConsumerRecord<?, ?> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    /** An answer that has not changed has no record, so two records of one row differ. */
    private void checkNothingIsThereTwice() {
        Map<String, String> rows = new HashMap<>();
        for (ConsumerRecord<String, byte[]> record : seen) {
            if (record.topic().endsWith(".rows")) {
                String value = record.value() == null ? "" : new String(record.value(), StandardCharsets.UTF_8);
                String before = rows.put(record.topic() + record.key(), value);
                assertThat(value)
                        .as("row %s at %s", record.key(), record.offset())
                        .isNotEqualTo(before == null ? "" : before);
            }
        }
    }

    /** The values of the view {@code mark} by epoch. */
    private Map<Long, Set<String>> epochs() {
        Map<Long, Set<String>> marks = new TreeMap<>();
        for (ConsumerRecord<String, byte[]> record : seen) {
            Set<String> of =
                    marks.computeIfAbsent(Long.parseLong(header(record, "velella.epoch")), none -> new TreeSet<>());
            if (record.topic().equals("view-mark.rows") && record.value() != null) {
                String value = new String(record.value(), StandardCharsets.UTF_8);
                of.add(value.substring(value.indexOf("\"mark\"")));
            }
        }
        return marks;
    }

    private void checkEpochs() {
        Map<String, Long> before = new HashMap<>();
        seen.stream().sorted(Comparator.comparingLong(ConsumerRecord::offset)).forEach(record -> {
            long epoch = Long.parseLong(header(record, "velella.epoch"));
            Long last = before.put(record.topic() + "-" + record.partition(), epoch);
            assertThat(epoch)
                    .as(record.topic() + "@" + record.offset())
                    .isGreaterThanOrEqualTo(last == null ? 0 : last);
        });
        assertThat(epochs().values()).allSatisfy(marks -> assertThat(marks).hasSizeLessThanOrEqualTo(1));
        assertThat(epochs().values().stream().flatMap(Set::stream).distinct().count())
                .isGreaterThan(1);
    }
}
