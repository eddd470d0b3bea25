package dev.velella.tests.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.graph.TargetGraph;
import dev.velella.quickstart.StoreCheck;
import dev.velella.quickstart.StoreClient;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.rdf.RdfGraph;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.ForeignPlugin;
import dev.velella.tests.GraphTopic;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.Weather;
import dev.velella.tests.sink.RunningConnector;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.management.AttributeNotFoundException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Retention has cut topics of graphs, in the middle of a key-frame interval, and of patches. Whoever reads them for the first
 * time says what can be done; done so, it goes on, and its store equals the stream.
 */
class TrimmedTopicIT {
    private static final Duration PATIENCE = Duration.ofSeconds(240);
    private static final int GRAPHS = 100;
    private static final int GRAPH_INTERVAL = 40;

    /** Name and value of an option in quotes, as JSON has them. */
    private static final Pattern JSON_OPTION = Pattern.compile("\"([a-z.]+)\": \"([^\"]+)\"");

    /** Of an option of the diff app, as a properties file has it. */
    private static final Pattern PROPERTY = Pattern.compile("(velella\\.[a-z.]+)=([a-z-]+)");

    @TempDir
    private static Path scratch;

    private static EmbeddedBroker broker;
    private static Admin admin;
    private static ConnectWorker worker;

    /** The last graph of each stream. */
    private static final Map<String, RdfGraph> LAST = new HashMap<>();

    /** Offset of the first patch that is left. */
    private static long firstLeft;

    @BeforeAll
    static void cutTopicsThatWereWritten() throws Exception {
        broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
        worker = new ConnectWorker(broker.bootstrapServers(), ForeignPlugin.pluginPath(scratch), Ports.free());
        Topics.create(admin, "graphs", 1);
        try (GraphTopic graphs = new GraphTopic(broker.bootstrapServers(), "graphs", 1, 1, GRAPH_INTERVAL)) {
            Weather.elements(GRAPHS, 3).forEach(element -> graphs.send(element.key(), element.graph()));
            graphs.sent().forEach((key, all) -> LAST.put(key, all.get(all.size() - 1)));
        }
        try (DiffApp app = new DiffApp(new DiffConfig(old(Map.of())))) {
            app.start();
            Await.until("all patches", PATIENCE, () -> patches().size() == GRAPHS);
        }
        firstLeft = patches().get(GRAPHS / 2).offset();
        admin.deleteRecords(Map.of(
                        new TopicPartition("graphs", 0), RecordsToDelete.beforeOffset(GRAPH_INTERVAL + 10),
                        new TopicPartition("patches", 0), RecordsToDelete.beforeOffset(firstLeft)))
                .all()
                .get();
    }

    @AfterAll
    static void stop() {
        worker.close();
        admin.close();
        broker.close();
    }

    private static List<ConsumerRecord<String, byte[]>> patches() {
        return Topics.committed(broker.bootstrapServers(), "patches", 1);
    }

    private static Map<String, String> app(String id, String output, Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("bootstrap.servers", broker.bootstrapServers());
        all.put("application.id", id);
        all.put("state.dir", scratch.resolve(id).toString());
        all.put("consumer.session.timeout.ms", "6000"); // a failed app keeps its partitions for so long
        all.put("velella.input.topic", "graphs");
        all.put("velella.output.topic", output);
        all.putAll(more);
        return all;
    }

    /** The application that has read all graphs, with its state, and without snapshots. */
    private static Map<String, String> old(Map<String, String> more) {
        return app("old", "patches", more);
    }

    private static Map<String, String> advised(Pattern option, String message) {
        Map<String, String> options = new LinkedHashMap<>();
        Matcher found = option.matcher(message);
        while (found.find()) {
            options.put(found.group(1), found.group(2));
        }
        return options;
    }

    /** The sample of a store in memory, with what a test has to change in any case. */
    private static ObjectNode sink(String name, int port, Map<String, String> more) throws IOException {
        Map<String, String> settings = new HashMap<>(Map.of(
                "kafka.bootstrap.servers", broker.bootstrapServers(),
                "target.dir", scratch.resolve(name).toString(),
                "sparql.endpoint.port", Integer.toString(port)));
        settings.putAll(more);
        ObjectNode connector = new Samples(Installation.home()).connector("memory-sink.json", settings);
        connector.put("name", name);
        return connector;
    }

    private static void awaitStoreEqualsStream(String sink, int port) throws Exception {
        ConnectRest rest = new ConnectRest(worker.restUrl());
        StoreClient store = new StoreClient("http://localhost:" + port);
        TargetGraph target = TargetGraph.of(new DiffConfig(old(Map.of())).graphSettings());
        Await.until("the store of " + sink + " equals the stream", PATIENCE, () -> {
            assertThat(rest.failure(sink)).isEmpty();
            try {
                return store.status().isPresent()
                        && new StoreCheck(target, store).compare(LAST).equal();
            } catch (IOException e) {
                return false;
            }
        });
    }

    @Test
    void aNewDiffAppLeavesOutWhatItCannotReadWhenItIsToldTo() throws Exception {
        Map<String, String> options =
                app("new", "new-patches", Map.of("velella.snapshot.topic", "new-patches-snapshots"));
        Path file = scratch.resolve("new.properties");
        Properties properties = new Properties();
        properties.putAll(options);
        try (var out = Files.newOutputStream(file)) {
            properties.store(out, null);
        }
        Installation.Outcome refused = Installation.velella(scratch, "diff-app", "--config", file.toString());
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err())
                .contains("graphs-0@50: record 50 of stream ")
                .contains("retention has removed the records before offset 50")
                .contains("Keep the records of the input topic for longer (retention.ms)")
                .contains(
                        "The diff app starts: application.id=new, graphs from graphs (partitions: 1), patches to new-patches, snapshots to new-patches-snapshots, state.dir="
                                + scratch.resolve("new"))
                .doesNotContain("ERROR", "\tat ", "null");
        Map<String, String> advice = advised(PROPERTY, refused.err());
        assertThat(advice).isEqualTo(Map.of("velella.on.error", "skip"));

        options.putAll(advice);
        properties.putAll(advice);
        try (var out = Files.newOutputStream(file)) {
            properties.store(out, null);
        }
        Path log = scratch.resolve("diff.log");
        Process process = Installation.start(scratch.resolve("diff.out"), log, "diff-app", "--config", file.toString());
        try {
            Await.until(
                    "patches of what stands after the key frame",
                    PATIENCE,
                    () -> process.isAlive()
                            && admin.listTopics().names().get().contains("new-patches")
                            && Topics.committed(broker.bootstrapServers(), "new-patches", 1)
                                            .size()
                                    == GRAPHS - 2 * GRAPH_INTERVAL);
        } finally {
            process.destroy();
            assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
        assertThat(Files.readString(log))
                .containsOnlyOnce("The diff app runs")
                .doesNotContain("ERROR", "null")
                .contains("graphs-0@50");
        int port = Ports.free();
        new ConnectRest(worker.restUrl())
                .create(sink(
                        "new",
                        port,
                        Map.of(
                                "topics", "new-patches,new-patches-snapshots",
                                "snapshot.topics", "new-patches-snapshots:new-patches")));
        awaitStoreEqualsStream("new", port);
    }

    @Test
    void theRecordsLeftOutAreCounted() throws Exception {
        Map<String, String> options = app("counting", "counting-patches", Map.of("velella.on.error", "skip"));
        try (DiffApp app = new DiffApp(new DiffConfig(options))) {
            app.start();
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            ObjectName tasks =
                    new ObjectName("kafka.streams:type=velella-diff-metrics,thread-id=counting-*,task-id=0_0");
            Await.until("30 records are counted", PATIENCE, () -> {
                assertThat(app.failure()).isEmpty();
                try {
                    for (ObjectName task : server.queryNames(tasks, null)) {
                        return server.getAttribute(task, "records-skipped-total")
                                .equals(30.0);
                    }
                } catch (AttributeNotFoundException e) {
                    // the metrics of the task are being made
                }
                return false;
            });
        }
    }

    @Test
    void aForeignSinkLeavesOutWhatItCannotReadWhenItIsToldTo() throws Exception {
        Path file = scratch.resolve("foreign.txt");
        ObjectNode connector = new ObjectMapper().createObjectNode().put("name", "foreign");
        connector
                .putObject("config")
                .put("connector.class", "dev.velella.tests.foreign.ForeignSinkConnector")
                .put("tasks.max", "1")
                .put("topics", "graphs")
                .put("file", file.toString())
                .put("key.converter", "org.apache.kafka.connect.storage.StringConverter")
                .put("value.converter", "dev.velella.converter.JellyConverter")
                .put("consumer.override.interceptor.classes", "dev.velella.converter.JellyLookBack");
        RunningConnector running = new RunningConnector(worker.restUrl(), connector);
        running.create();
        running.awaitFailure("graphs-0@50: ");
        String message = new ConnectRest(worker.restUrl()).failure("foreign").orElseThrow();
        assertThat(message).contains("errors.tolerance=all leaves them out, up to the next key frame");
        assertThat(file).doesNotExist();

        running.stop();
        running.configure(Map.of("errors.tolerance", "all"));
        List<String> expected = IntStream.range(2 * GRAPH_INTERVAL, GRAPHS)
                .mapToObj(offset -> "0@" + offset)
                .toList();
        ConnectRest rest = new ConnectRest(worker.restUrl());
        Await.until("the graphs from the key frame on", PATIENCE, () -> {
            assertThat(rest.failure("foreign")).isEmpty();
            return Files.exists(file)
                    && Files.readString(file, StandardCharsets.UTF_8).lines().count() >= expected.size();
        });
        assertThat(Files.readAllLines(file).stream().map(line -> line.substring(0, line.indexOf(' '))))
                .isEqualTo(expected);
    }

    @Test
    void aSinkOfGraphsPutsAsideWhatItCannotReadWhenItIsToldTo() throws Exception {
        int port = Ports.free();
        RunningConnector running = new RunningConnector(
                worker.restUrl(),
                sink("of-graphs", port, Map.of("topics", "graphs", "snapshot.topics", "", "on.graph", "replace")));
        running.create();
        running.awaitFailure("graphs-0@50, ");
        String message = new ConnectRest(worker.restUrl()).failure("of-graphs").orElseThrow();
        assertThat(message).contains("it puts aside the graphs that cannot be decoded");
        Map<String, String> advice = advised(JSON_OPTION, message);
        assertThat(advice).isEqualTo(Map.of("errors.tolerance", "all"));

        running.stop();
        running.configure(advice);
        awaitStoreEqualsStream("of-graphs", port);

        int another = Ports.free();
        Map<String, String> settings = new HashMap<>(advice);
        settings.putAll(Map.of("topics", "graphs", "snapshot.topics", "", "on.graph", "replace"));
        new ConnectRest(worker.restUrl()).create(sink("of-graphs-too", another, settings));
        awaitStoreEqualsStream("of-graphs-too", another);
    }

    @Test
    void aNewStoreIsMadeFromSnapshotsThatTheDiffAppIsToldToWrite() throws Exception {
        int port = Ports.free();
        RunningConnector running = new RunningConnector(
                worker.restUrl(), sink("late", port, Map.of("topics", "patches", "snapshot.topics", "")));
        running.create();
        running.awaitFailure("patches-0@" + firstLeft + ", ");
        String message = new ConnectRest(worker.restUrl()).failure("late").orElseThrow();
        Map<String, String> diff = advised(PROPERTY, message);
        assertThat(diff).isEqualTo(Map.of("velella.snapshot.topic", "patches-snapshots"));
        Map<String, String> connector = advised(JSON_OPTION, message);
        assertThat(connector).containsOnlyKeys("topics", "snapshot.topics", "on.chain.break");

        Map<String, String> options = old(diff);
        options.put("velella.snapshot.interval.ms", "1000");
        try (DiffApp app = new DiffApp(new DiffConfig(options))) {
            app.start();
            running.stop();
            running.configure(connector);
            awaitStoreEqualsStream("late", port);

            int another = Ports.free();
            new ConnectRest(worker.restUrl()).create(sink("sample", another, Map.of()));
            awaitStoreEqualsStream("sample", another);
        }
    }
}
