package dev.velella.tests.versions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.graph.TargetGraph;
import dev.velella.quickstart.RecordValues;
import dev.velella.quickstart.StoreCheck;
import dev.velella.quickstart.StoreClient;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.simulator.SimulatedElement;
import dev.velella.tests.Await;
import dev.velella.tests.BrokerProcess;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.Weather;
import dev.velella.tests.WeatherFiles;
import dev.velella.tests.guides.PageConnectors;
import dev.velella.tests.guides.PageConnectors.PageConnector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The plugin on workers, and with the diff app on brokers, of other versions of Kafka, and perhaps of Java: graphs of a file
 * come into a topic and into a store of the worker, exactly. In the build one old version with few graphs; {@code tests/soak/run versions} has all of them.
 */
class OldWorkersIT {
    private static final Duration PATIENCE = Duration.ofSeconds(240);
    private static final String[] VERSIONS =
            System.getProperty("velella.worker.versions", "3.7.2").split(",");
    private static final String JAVA = System.getProperty("velella.worker.java", "");

    /** Options whose files or servers are those of a reader. */
    private static final Set<String> OUTSIDE = Set.of("file.path", "target.url", "mqtt.server.uri");

    private final int count = Integer.getInteger("velella.worker.graphs", 300);

    @TempDir
    private static Path scratch;

    private BrokerProcess broker;

    @Test
    void graphsOfAFileAreInTopicAndStoreExactlyAndWrongConfigurationsAreRefusedInWords() throws Exception {
        for (String version : VERSIONS) {
            try (BrokerProcess started =
                            new BrokerProcess(scratch.resolve("kafka-" + version), OtherWorker.libraries(version));
                    OtherWorker worker = new OtherWorker(scratch, version, JAVA, started.bootstrapServers())) {
                broker = started;
                assertThat(worker.version()).isEqualTo(version);
                refuse(worker);
                take(worker);
                run(worker, version);
                System.out.println("version: broker and Connect " + version + ", "
                        + (JAVA.isEmpty() ? "Java of the build" : JAVA) + ": " + count + " graphs, store equals topic");
            }
        }
    }

    private void refuse(OtherWorker worker) throws Exception {
        List<RefusedConfiguration> refused = RefusedConfiguration.read();
        assertThat(refused).hasSizeGreaterThanOrEqualTo(20);
        for (RefusedConfiguration row : refused) {
            Map<String, String> errors = worker.validate(row.config(broker.bootstrapServers()));
            assertThat(errors).as("%s", row).containsKey(row.option());
            assertThat(errors.get(row.option())).as("%s", row).contains(row.answer(), row.option());
            if (row.value() != null && !row.value().contains("secret")) {
                assertThat(errors.get(row.option())).as("%s", row).contains(row.value());
            }
            assertThat(errors.toString()).doesNotContain("user:secret");
        }
    }

    /** Our connectors of all pages, whose only faults are that their files and servers are not there. */
    private void take(OtherWorker worker) throws Exception {
        List<PageConnector> connectors = PageConnectors.all().stream()
                .filter(each -> each.config().get("connector.class").startsWith("dev.velella."))
                .toList();
        assertThat(connectors).hasSizeGreaterThan(6);
        for (PageConnector connector : connectors) {
            Map<String, String> config = new HashMap<>(connector.config());
            config.put("kafka.bootstrap.servers", broker.bootstrapServers());
            config.replaceAll((name, value) -> value.startsWith("${") ? "given-by-a-provider" : value);
            Map<String, String> errors = worker.validate(config);
            errors.keySet().removeIf(OUTSIDE::contains);
            assertThat(errors).as("%s", connector).isEmpty();
        }
    }

    private void run(OtherWorker worker, String version) throws Exception {
        String graphs = "graphs-" + version;
        String patches = "patches-" + version;
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()))) {
            Topics.create(admin, graphs, 1);
        }
        Map<String, String> diff = Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "application.id",
                "diff-" + version,
                "state.dir",
                scratch.resolve("streams-" + version).toString(),
                "velella.input.topic",
                graphs,
                "velella.output.topic",
                patches);
        try (DiffApp app = new DiffApp(new DiffConfig(diff))) {
            app.start();
            assertThat(app.awaitRunning(PATIENCE)).isTrue();
            int port = Ports.free();
            createConnectors(worker, version, graphs, patches, port);
            Await.until("all graphs are in the topic", PATIENCE, () -> {
                assertThat(worker.rest().failure("file-source")).isEmpty();
                return committed(graphs).size() >= count;
            });
            Map<String, RdfGraph> last = checkGraphs(committed(graphs));
            StoreCheck check = new StoreCheck(
                    TargetGraph.of(new DiffConfig(diff).graphSettings()), new StoreClient("http://localhost:" + port));
            Await.until("the store equals the stream", PATIENCE, () -> {
                assertThat(worker.rest().failure("memory-sink")).isEmpty();
                return check.compare(last).equal();
            });
            assertThat(app.failure()).isEmpty();
        }
    }

    private List<ConsumerRecord<String, byte[]>> committed(String topic) {
        return Topics.committed(broker.bootstrapServers(), topic, 1);
    }

    private void createConnectors(OtherWorker worker, String version, String graphs, String patches, int port)
            throws Exception {
        Samples samples = new Samples(Installation.home());
        Path folder = Files.createDirectory(scratch.resolve("files-" + version));
        worker.rest()
                .create(samples.connector(
                        "file-source.json",
                        Map.of(
                                "kafka.bootstrap.servers", broker.bootstrapServers(),
                                "topic", graphs,
                                "file.path",
                                        new WeatherFiles(folder, count, 1)
                                                .write("tar.gz")
                                                .toString())));
        worker.rest()
                .create(samples.connector(
                        "memory-sink.json",
                        Map.of(
                                "kafka.bootstrap.servers", broker.bootstrapServers(),
                                "topics", patches,
                                "snapshot.topics", "",
                                "target.dir", folder.resolve("store").toString(),
                                "sparql.endpoint.port", Integer.toString(port))));
    }

    /** The topic has the graphs of the file, each once, in order; returns the last of each stream. */
    private Map<String, RdfGraph> checkGraphs(List<ConsumerRecord<String, byte[]>> records) {
        List<RdfGraph> expected =
                Weather.elements(count, 1).stream().map(SimulatedElement::graph).toList();
        List<RdfGraph> found = new ArrayList<>();
        Map<String, RdfGraph> last = new LinkedHashMap<>();
        try (RecordValues values = new RecordValues(broker.bootstrapServers())) {
            for (ConsumerRecord<String, byte[]> record : records) {
                RdfGraph graph = values.read(record, RdfGraph.class);
                found.add(graph);
                last.put(record.key(), graph);
            }
        }
        assertThat(found).hasSize(count).isEqualTo(expected);
        return last;
    }
}
