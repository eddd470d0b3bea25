package dev.velella.tests.guides;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.quickstart.RecordValues;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.RdfGraph;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker as Kafka delivers it has no exactly-once support. README says of such a worker: leave out one line of the sample. The
 * worker of this test has only the settings without which none starts, and Velella in its plugin path.
 */
class StandardWorkerIT {
    private static final Duration PATIENCE = Duration.ofSeconds(240);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path SAMPLES = Path.of("..", "deploy", "samples");
    private static final String LINE = "\"exactly.once.support\": \"required\"";
    private static final int COUNT = 50;

    @TempDir
    private Path scratch;

    @Test
    void theSampleRunsWithoutTheLineForExactlyOnceAndIsRefusedWithIt() throws Exception {
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free())) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()))) {
                Topics.create(admin, "graphs", 1);
            }
            String address = "http://localhost:" + Ports.free();
            Process process = Installation.worker(scratch, settings(broker.bootstrapServers(), address));
            try {
                run(new ConnectRest(address), process, broker.bootstrapServers());
            } finally {
                process.destroyForcibly().onExit().join();
            }
        }
    }

    private static Map<String, String> settings(String bootstrapServers, String address) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "group.id",
                "connect-cluster",
                "listeners",
                address,
                "plugin.path",
                Installation.home().resolve("plugins").toString(),
                "key.converter",
                "org.apache.kafka.connect.json.JsonConverter",
                "value.converter",
                "org.apache.kafka.connect.json.JsonConverter"));
        for (String topic : List.of("offset", "config", "status")) {
            settings.put(topic + ".storage.topic", "connect-" + topic);
            settings.put(topic + ".storage.replication.factor", "1");
        }
        return settings;
    }

    private static void run(ConnectRest worker, Process process, String bootstrapServers) throws Exception {
        Installation.awaitUp(worker, process);
        String sample = Files.readString(SAMPLES.resolve("weather-source.json"))
                .replace("localhost:9092", bootstrapServers)
                .replace("\"topic\":", "\"simulator.elements\": \"" + COUNT + "\",\n    \"topic\":");

        assertThatThrownBy(() -> worker.create(connector(sample))).hasMessageContaining("exactly-once");
        worker.create(connector(without(LINE, sample)));

        Await.until("all graphs are in the topic", PATIENCE, () -> {
            assertThat(worker.failure("weather-source")).isEmpty();
            return committed(bootstrapServers).size() >= COUNT;
        });
        Set<RdfGraph> graphs = new HashSet<>();
        try (RecordValues values = new RecordValues(bootstrapServers)) {
            for (ConsumerRecord<String, byte[]> record : committed(bootstrapServers)) {
                graphs.add(values.read(record, RdfGraph.class));
            }
        }
        assertThat(graphs).hasSize(COUNT);
    }

    private static List<ConsumerRecord<String, byte[]>> committed(String bootstrapServers) {
        return Topics.committed(bootstrapServers, "graphs", 1);
    }

    private static ObjectNode connector(String text) throws Exception {
        return (ObjectNode) JSON.readTree(text);
    }

    private static String without(String line, String text) {
        return text.lines().filter(each -> !each.contains(line)).collect(Collectors.joining("\n"));
    }

    /** The last line of an object has no comma, so without it the line before would have one too many. */
    @Test
    void theLineCanBeLeftOutOfEachSample() throws Exception {
        int withLine = 0;
        try (Stream<Path> files = Files.list(SAMPLES)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".json")).toList()) {
                String text = Files.readString(file);
                if (text.contains(LINE)) {
                    withLine++;
                    assertThat(connector(without(LINE, text)).path("config"))
                            .as("%s", file)
                            .isNotEmpty();
                }
            }
        }
        assertThat(withLine).isGreaterThan(1);
    }
}
