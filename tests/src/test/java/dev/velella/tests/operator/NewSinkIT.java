package dev.velella.tests.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.quickstart.StoreClient;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.sink.embedded.EmbeddedTarget;
import dev.velella.sink.embedded.LmdbSettings;
import dev.velella.sink.embedded.LmdbTarget;
import dev.velella.sink.store.PartitionId;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.LoggedMessages;
import dev.velella.tests.Topics;
import dev.velella.tests.sink.PatchStream;
import dev.velella.tests.sink.RunningConnector;
import java.io.IOException;
import java.io.StringReader;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.ObjectName;
import org.apache.kafka.clients.admin.Admin;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sink in its first minutes: its topic does not exist, its LMDB store is too small for a transaction, and somebody asks it for
 * a past that it does not keep. What is said is done, and then the store is the stream.
 */
@Tag("long")
class NewSinkIT {
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final int PATCHES = 200;
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    @TempDir
    private static Path scratch;

    private static EmbeddedBroker broker;
    private static Admin admin;
    private static ConnectWorker worker;

    private final HttpClient http = HttpClient.newHttpClient();
    private long room = LmdbSettings.DEFAULT.mapSizeBytes();
    private int port;
    private StoreClient store;
    private RunningConnector connector;

    @BeforeAll
    static void start() throws Exception {
        broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
        worker = new ConnectWorker(broker.bootstrapServers(), Installation.plugins(), Ports.free());
    }

    @AfterAll
    static void stop() {
        worker.close();
        admin.close();
        broker.close();
    }

    @Test
    void aTopicThatIsNotThereIsNamedAndReadWhenItIsMade() throws Exception {
        PatchStream patches = new PatchStream("late", 30, 3, 1, 1);
        try (LoggedMessages log = LoggedMessages.of("dev.velella")) {
            create("late", Map.of());
            Await.until("the log names the topic", PATIENCE, () -> log.messages().stream()
                    .anyMatch(line ->
                            line.startsWith("Topic late does not exist: the connector runs, and gets nothing")));
            String said = log.messages().stream()
                    .filter(line -> line.startsWith("Topic late "))
                    .findFirst()
                    .orElseThrow();
            Await.until(
                    "it runs",
                    PATIENCE,
                    () -> new ConnectRest(worker.restUrl()).isRunning("late") && partitions("late") == 0);
            assertThat(said).contains("Create it");
            Topics.create(admin, found(said, "Topic (\\S+) does not exist"), 1);
        }
        patches.write(broker.bootstrapServers(), "late", 1_000);
        awaitApplied("late", 30);
        assertThat(partitions("late")).isEqualTo(1);
        connector.stop();
        assertThat(stored("late")).isEqualTo(expected(patches, "late", 30));
    }

    @Test
    void aTransactionThatFailsInLmdbIsAppliedWithMoreRoomAndAHistoryBeginsWhereItIsAskedFor() throws Exception {
        PatchStream patches = new PatchStream("patches", PATCHES, 80, 1, 1);
        room = 1 << 20;
        Topics.create(admin, "small", 1);
        create("small", Map.of("lmdb.map.size.bytes", Long.toString(room), "batch.max.records", "10"));
        patches.write(broker.bootstrapServers(), "small", 1_000, 0, 3);
        awaitApplied("small", 3);
        patches.write(broker.bootstrapServers(), "small", 1_000, 3, 150);
        connector.awaitFailure("is full: its statements or their values take more than");
        String failure = new ConnectRest(worker.restUrl()).failure("small").orElseThrow();
        assertThat(found(failure, "more than (\\d+) bytes")).isEqualTo(Long.toString(room));
        String option = found(failure, "raise ([a-z.]+)");
        connector.stop();
        long before = durable("small");
        assertThat(stored("small")).as("nothing of the transaction").isEqualTo(expected(patches, "small", before));
        assertThat(before).isBetween(3L, 149L);

        room *= 64;
        connector.configure(Map.of(option, Long.toString(room)));
        awaitApplied("small", 150);
        assertThat(get("/commits").statusCode()).isEqualTo(400);
        String none = get("/commits").body();
        connector.stop();
        assertThat(stored("small")).isEqualTo(expected(patches, "small", 150));

        connector.configure(
                Map.of(option, Long.toString(room), found(none, "is ([a-z]+)=true"), found(none, "=([a-z]+)")));
        awaitApplied("small", 150);
        patches.write(broker.bootstrapServers(), "small", 1_000, 150, PATCHES);
        awaitApplied("small", PATCHES);
        JsonNode commits = new ObjectMapper().readTree(get("/commits").body());
        assertThat(commits.path("commits").size()).isGreaterThan(2);
        long offset = 150; // a commit names only the partitions that it moved; the first one moved none
        for (JsonNode commit : commits.path("commits")) {
            offset = commit.path("nextOffsets").path("small-0").asLong(offset);
            assertThat(triples(commit.path("commit").asLong()))
                    .as("commit %s", commit)
                    .isEqualTo(withoutGraphs(expected(patches, "small", offset)));
        }
        assertThat(offset).isEqualTo(PATCHES);
        connector.stop();
        assertThat(stored("small")).isEqualTo(expected(patches, "small", PATCHES));
    }

    private void create(String name, Map<String, String> more) throws Exception {
        port = Ports.free();
        store = new StoreClient("http://localhost:" + port);
        Map<String, String> options = new HashMap<>(Map.of(
                "kafka.bootstrap.servers",
                broker.bootstrapServers(),
                "topics",
                name,
                "snapshot.topics",
                "",
                "target.dir",
                scratch.resolve(name).toString(),
                "sparql.endpoint.port",
                Integer.toString(port)));
        options.putAll(more);
        ObjectNode sink = new Samples(Installation.home()).connector("lmdb-sink.json", options);
        sink.put("name", name);
        connector = new RunningConnector(worker.restUrl(), sink);
        connector.create();
    }

    /** The worker's own metric of how many partitions a task has. */
    private static double partitions(String name) throws Exception {
        return ((Number) ManagementFactory.getPlatformMBeanServer()
                        .getAttribute(
                                new ObjectName("kafka.connect:type=sink-task-metrics,connector=" + name + ",task=0"),
                                "partition-count"))
                .doubleValue();
    }

    private void awaitApplied(String topic, long offset) throws Exception {
        Await.until(offset + " patches of " + topic, PATIENCE, () -> {
            assertThat(new ConnectRest(worker.restUrl()).failure(topic)).isEmpty();
            return applied() == offset;
        });
    }

    private long applied() throws Exception {
        Optional<JsonNode> status = store.status();
        return status.map(
                        node -> node.path("partitions").path(0).path("applied").asLong())
                .orElse(-1L);
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                        .header("Accept", "application/n-triples, application/json;q=0.5")
                        .build(),
                BodyHandlers.ofString());
    }

    private Set<Statement> triples(long commit) throws IOException, InterruptedException {
        HttpResponse<String> answer = get("/sparql?asOf=" + commit + "&query="
                + URLEncoder.encode("CONSTRUCT { ?s ?p ?o } { GRAPH ?g { ?s ?p ?o } }", StandardCharsets.UTF_8));
        assertThat(answer.headers().firstValue("Velella-Commit")).hasValue(Long.toString(commit));
        return new HashSet<>(Rio.parse(new StringReader(answer.body()), RDFFormat.NTRIPLES));
    }

    private static Set<Statement> withoutGraphs(Set<Statement> statements) {
        Set<Statement> all = new HashSet<>();
        statements.forEach(statement -> all.add(
                VALUES.createStatement(statement.getSubject(), statement.getPredicate(), statement.getObject())));
        return all;
    }

    private static Set<Statement> expected(PatchStream patches, String topic, long offset) {
        return PatchStream.statements(patches.at(Map.of(new PartitionId(topic, 0), offset)));
    }

    /** The store, which is not in use; opening it with more room would give it that. */
    private EmbeddedTarget open(String name) {
        return LmdbTarget.open(
                scratch.resolve(name), name, PATIENCE, new LmdbSettings(LmdbSettings.DEFAULT.indexes(), room, 60_000));
    }

    private long durable(String name) {
        try (EmbeddedTarget target = open(name)) {
            return target.durableOffsets().get(new PartitionId(name, 0));
        }
    }

    private Set<Statement> stored(String name) {
        try (EmbeddedTarget target = open(name);
                RepositoryConnection connection = target.connect()) {
            Set<Statement> all = new HashSet<>();
            connection.getStatements(null, null, null, false).stream()
                    .filter(statement -> !String.valueOf(statement.getContext()).equals("urn:velella:system"))
                    .forEach(all::add);
            return all;
        }
    }

    private static String found(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
        return matcher.group(1);
    }
}
