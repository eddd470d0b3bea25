package dev.velella.tests.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.cli.VelellaRun;
import dev.velella.rdf.RdfGraph;
import dev.velella.serde.JellyGraphSerializer;
import dev.velella.tests.Await;
import dev.velella.tests.BrokerProcess;
import dev.velella.tests.Topics;
import dev.velella.tests.WorkerProcess;
import dev.velella.tests.diff.DiffInstance;
import dev.velella.tests.sink.EmbeddedSink;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDFS;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFParser;
import org.eclipse.rdf4j.rio.Rio;
import org.eclipse.rdf4j.rio.helpers.BasicParserSettings;
import org.eclipse.rdf4j.rio.helpers.StatementCollector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Graphs go in transactions, of which some are aborted, through the diff app, which is killed on the way. The package for
 * Python keeps a store of pyoxigraph on disk equal to the patches, and is killed again and again. In the end {@code velella
 * verify} finds a sink's store equal to the topic, and Python's store holds the same statements.
 *
 * <p>{@code velella.python} names a Python with the packages confluent-kafka and pyoxigraph.
 */
@Tag("long")
class PythonFollowIT {
    private static final Duration PATIENCE = Duration.ofSeconds(300);
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String NS = "https://example.org/reading#";
    private static final int PARTITIONS = 3;
    private static final int STREAMS = 100;
    private static final int TRANSACTION = 40;
    private static final int SENSORS = 5;

    private final int graphs = Integer.getInteger("velella.python.graphs", 1_000);
    private final int kills = Integer.getInteger("velella.python.kills", 2);

    /** Number of the last committed graph of each stream. */
    private final int[] numbers = new int[STREAMS];

    private final Random random = new Random(20_261_130);
    private int sent;
    private int transactions;
    private int aborted;

    @TempDir
    private Path scratch;

    @Test
    void theStoreEqualsWhatVerifyProvesWhateverIsKilled() throws Exception {
        EmbeddedSink sink = new EmbeddedSink("memory", scratch);
        Map<String, Integer> killed = new TreeMap<>();
        Set<Statement> found;
        try (BrokerProcess broker = new BrokerProcess(
                        scratch.resolve("kafka"), "", Map.of("group.min.session.timeout.ms", "1000"), List.of());
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            String servers = broker.bootstrapServers();
            Topics.create(admin, "graphs", PARTITIONS);
            try (DiffInstance app = new DiffInstance(scratch.resolve("app"), diffOptions(servers));
                    WorkerProcess worker = new WorkerProcess(scratch, servers);
                    KafkaProducer<String, RdfGraph> producer = producer(servers)) {
                worker.awaitUp();
                Await.until(
                        "the topic of patches",
                        PATIENCE,
                        () -> admin.listTopics().names().get().contains("patches"));
                ObjectNode connector = sink.connector(servers);
                ((ObjectNode) connector.path("config"))
                        .put("batch.max.records", "500")
                        .put("checkpoint.interval.ms", "2000");
                worker.rest().create(connector);
                producer.initTransactions();
                for (int kill = 0; kill < kills; kill++) {
                    Moment moment = Moment.values()[(kill + 2) % Moment.values().length];
                    try (Follower follower = new Follower(servers, List.of())) {
                        if (moment == Moment.FOLLOWING) {
                            follower.await("equal", app);
                        }
                        send(producer, graphs * (kill + 1) / (kills + 1));
                        if (kill % 2 == 0) {
                            app.kill();
                        }
                        follower.await(
                                switch (moment) {
                                    case READING -> "reading";
                                    case EQUAL -> "equal";
                                    case FOLLOWING -> Integer.toString(10 * (1 + random.nextInt(10)));
                                },
                                app);
                    }
                    killed.merge(moment.name().toLowerCase(Locale.ROOT), 1, Integer::sum);
                }
                send(producer, graphs);
                long end = awaitPatches(servers, app);
                Await.until("the sink has all", PATIENCE.multipliedBy(4), () -> sink.durable() >= end);
                Path config = scratch.resolve("sink.json");
                new ObjectMapper().writeValue(config.toFile(), connector);
                VelellaRun verify =
                        VelellaRun.of("verify", "--config", config.toString(), "--full", "--timeout-ms", "240000");
                assertThat(verify.status()).as(verify.out() + verify.err()).isZero();
                Path file = scratch.resolve("store.nq");
                try (Follower follower = new Follower(servers, List.of(file.toString()))) {
                    follower.awaitEnd();
                }
                found = statements(file);
            }
        }
        assertThat(found.stream()
                        .filter(statement -> !(statement.getSubject() instanceof BNode)
                                && !(statement.getObject() instanceof BNode)))
                .containsExactlyInAnyOrderElementsOf(expected());
        assertThat(found).isEqualTo(sink.statements());
        assertThat(aborted).isPositive();
        System.out.printf(
                "python: %d graphs of %d streams in %d transactions, %d more aborted; follower killed while %s; %d statements,"
                        + " equal to the store that verify has proven%n",
                sent, STREAMS, transactions, aborted, killed, found.size());
    }

    private static Map<String, String> diffOptions(String servers) {
        Map<String, String> options = new HashMap<>();
        options.put("bootstrap.servers", servers);
        options.put("application.id", "diff");
        options.put("consumer.session.timeout.ms", "4000");
        options.put("consumer.heartbeat.interval.ms", "1000");
        // A dead producer's transaction holds up every reader for so long.
        options.put("producer.transaction.timeout.ms", "5000");
        options.put("velella.input.topic", "graphs");
        options.put("velella.output.topic", "patches");
        options.put("velella.late", "keep");
        return options;
    }

    private static KafkaProducer<String, RdfGraph> producer(String servers) {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", servers, "transactional.id", "graphs", "linger.ms", 5),
                new StringSerializer(),
                new JellyGraphSerializer());
    }

    /** Sends graphs in transactions; before every fourth one stands another one that is aborted. */
    private void send(KafkaProducer<String, RdfGraph> producer, int until) {
        while (sent < until) {
            if (transactions % 4 == 1) {
                producer.beginTransaction();
                for (int i = 0; i < TRANSACTION; i++) {
                    int stream = random.nextInt(STREAMS);
                    producer.send(new ProducerRecord<>("graphs", key(stream), graph(stream, 1_000_000 + i)));
                }
                producer.flush();
                producer.abortTransaction();
                aborted++;
            }
            producer.beginTransaction();
            for (int i = 0; i < TRANSACTION && sent < until; i++) {
                int stream = sent++ % STREAMS;
                producer.send(new ProducerRecord<>("graphs", key(stream), graph(stream, ++numbers[stream])));
            }
            producer.commitTransaction();
            transactions++;
        }
    }

    private static String key(int stream) {
        return "station-" + stream;
    }

    private static RdfGraph graph(int stream, int number) {
        List<Statement> statements = new ArrayList<>(named(stream, number, null));
        BNode site = VALUES.createBNode();
        statements.add(VALUES.createStatement(VALUES.createIRI(NS, key(stream)), VALUES.createIRI(NS, "site"), site));
        statements.add(VALUES.createStatement(site, VALUES.createIRI(NS, "row"), integer(number / 7)));
        return RdfGraph.of(statements);
    }

    /** The statements of a graph that have no blank node. */
    private static List<Statement> named(int stream, int number, @Nullable IRI graph) {
        IRI station = VALUES.createIRI(NS, key(stream));
        List<Statement> statements = new ArrayList<>();
        statements.add(VALUES.createStatement(station, VALUES.createIRI(NS, "number"), integer(number), graph));
        statements.add(VALUES.createStatement(
                station, RDFS.LABEL, VALUES.createLiteral("Station „" + stream + "“", "de-AT"), graph));
        for (int i = 0; i < SENSORS; i++) {
            // A sensor changes every other, third, fourth ... time, so that patches differ in size.
            statements.add(VALUES.createStatement(
                    VALUES.createIRI(NS, key(stream) + "/sensor" + i),
                    VALUES.createIRI(NS, "state"),
                    VALUES.createLiteral("state " + number / (i + 2)),
                    graph));
        }
        return statements;
    }

    /** Oxigraph would make one of an xsd:int too, and the stores are compared by statements. */
    private static Literal integer(int number) {
        return VALUES.createLiteral(BigInteger.valueOf(number));
    }

    private Set<Statement> expected() {
        Set<Statement> expected = new HashSet<>();
        for (int stream = 0; stream < STREAMS; stream++) {
            expected.addAll(named(stream, numbers[stream], VALUES.createIRI("urn:velella:stream:" + key(stream))));
        }
        return expected;
    }

    /** Waits until there is a patch for each graph, and returns the sum of the offsets behind the last ones. */
    private long awaitPatches(String servers, DiffInstance app) throws Exception {
        Map<Integer, Long> ends = new HashMap<>();
        AtomicInteger patches = new AtomicInteger();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", servers, "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> places = consumer.partitionsFor("patches").stream()
                    .map(partition -> new TopicPartition("patches", partition.partition()))
                    .toList();
            consumer.assign(places);
            consumer.seekToBeginning(places);
            Await.until("a patch for each graph", PATIENCE.multipliedBy(4), () -> {
                app.heal();
                consumer.poll(Duration.ofMillis(200)).forEach(record -> {
                    ends.put(record.partition(), record.offset() + 1);
                    patches.incrementAndGet();
                });
                return patches.get() >= sent;
            });
        }
        assertThat(patches).hasValue(sent);
        return ends.values().stream().mapToLong(Long::longValue).sum();
    }

    private static Set<Statement> statements(Path file) throws IOException {
        Set<Statement> statements = new HashSet<>();
        RDFParser parser = Rio.createParser(RDFFormat.NQUADS);
        parser.set(BasicParserSettings.PRESERVE_BNODE_IDS, true);
        parser.setRDFHandler(new StatementCollector(statements));
        try (InputStream in = Files.newInputStream(file)) {
            parser.parse(in);
        }
        return statements;
    }

    /** When the follower is killed. */
    private enum Moment {
        READING,
        EQUAL,
        FOLLOWING
    }

    /** {@code clients/python/tests/follow_into.py}; always with the same store, and killed when it is closed. */
    private final class Follower implements AutoCloseable {
        private final Path log = Files.createTempFile(scratch, "follower", ".log");
        private final Process process;

        Follower(String servers, List<String> more) throws IOException {
            List<String> command = new ArrayList<>(List.of(
                    System.getProperty("velella.python", "python3"),
                    "-B",
                    "../clients/python/tests/follow_into.py",
                    servers,
                    "patches",
                    scratch.resolve("oxigraph").toString()));
            command.addAll(more);
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        }

        void await(String line, DiffInstance app) throws Exception {
            Await.until("the follower says " + line, PATIENCE, () -> {
                app.heal();
                assertThat(process.isAlive()).as(Files.readString(log)).isTrue();
                return Files.readString(log).lines().anyMatch(line::equals);
            });
        }

        void awaitEnd() throws Exception {
            assertThat(process.waitFor(PATIENCE.multipliedBy(4).toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        }

        @Override
        public void close() {
            process.destroyForcibly().onExit().join();
        }
    }
}
