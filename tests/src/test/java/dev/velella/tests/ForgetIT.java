package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.cli.VelellaRun;
import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.RdfGraph;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code velella forget} ends the stream of one key through a real diff app, and leaves the other streams alone. */
class ForgetIT {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String HOUR = "3600000";

    @TempDir
    private Path scratch;

    @Test
    void theStreamEndsInEveryTopicAndTheReportSaysWhenItsValuesAreGone() throws Exception {
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()))) {
            Topics.create(
                    admin,
                    List.of(
                            new NewTopic("graphs", 2, (short) 1)
                                    .configs(Map.of("retention.ms", HOUR, "segment.ms", HOUR)),
                            new NewTopic("patches", 2, (short) 1)
                                    .configs(Map.of("retention.ms", HOUR, "segment.ms", HOUR)),
                            new NewTopic("snapshots", 2, (short) 1).configs(Map.of("cleanup.policy", "compact"))));
            Map<String, String> diff = Map.of(
                    "bootstrap.servers", broker.bootstrapServers(),
                    "state.dir", scratch.resolve("streams").toString(),
                    "commit.interval.ms", "100",
                    "velella.input.topic", "graphs",
                    "velella.output.topic", "patches",
                    "velella.snapshot.topic", "snapshots",
                    "velella.snapshot.interval.patches", "2");
            try (DiffApp app = new DiffApp(new DiffConfig(diff));
                    GraphTopic graphs = new GraphTopic(broker.bootstrapServers(), "graphs", 2, 1, 20)) {
                app.start();
                for (int n = 1; n <= 4; n++) {
                    graphs.send("maria", graph(n));
                    graphs.send("jan", graph(n));
                }
                graphs.sent();
                Await.until(
                        "8 patches",
                        Duration.ofSeconds(120),
                        () -> records(broker, "patches").size() == 8);
                forget(broker);
            }
        }
    }

    private void forget(EmbeddedBroker broker) throws Exception {
        VelellaRun look = run(broker, "--dry-run");
        assertThat(look.status()).as("%s", look).isEqualTo(4);
        assertThat(topic(look, "graphs").path("values").asInt()).isEqualTo(4);
        assertThat(topic(look, "snapshots")
                        .path("partitions")
                        .get(0)
                        .path("why")
                        .asText())
                .contains("a tombstone must follow");
        VelellaRun unanswered = run(broker); // standard input is empty
        assertThat(unanswered.status()).isEqualTo(1);
        assertThat(unanswered.err()).contains("nothing was written");
        assertThat(records(broker, "graphs")).hasSize(8);

        VelellaRun done = run(broker, "--yes");
        assertThat(topic(done, "graphs").path("tombstonesWritten").asInt()).isEqualTo(1);
        assertThat(Instant.parse(topic(done, "patches").path("goneBy").asText()))
                .isAfter(Instant.now());
        JsonNode snapshots = topic(done, "snapshots");
        assertThat(snapshots.path("partitions").get(0).path("endsWithTombstone").asBoolean())
                .as("%s", done)
                .isTrue();
        assertThat(snapshots.path("partitions").get(0).path("why").asText()).contains("max.compaction.lag.ms");
        assertThat(done.status()).as("the snapshots have no limit").isEqualTo(4);
        assertThat(last(broker, "graphs", "maria").value()).isNull();
        assertThat(last(broker, "snapshots", "jan").value()).isNotNull();
        assertThat(records(broker, "patches").stream()
                        .filter(record -> record.key().equals("jan")))
                .hasSize(4);
        Await.until(
                "the patch that deletes the graph",
                Duration.ofSeconds(120),
                () -> records(broker, "patches").size() == 9);

        JsonNode dictionaries = topic(done, "velella-dictionaries");
        assertThat(dictionaries.path("dictionaries").asInt()).isPositive();
        assertThat(dictionaries.path("goneBy").isNull()).isTrue();
        assertThat(dictionaries.path("why").asText())
                .contains("Never give this topic a retention")
                .contains("Velella deletes none");
        assertThat(done.out()).doesNotContain("retention.ms of that topic");

        VelellaRun again = run(broker, "--yes");
        assertThat(topic(again, "graphs").path("tombstonesWritten").asInt()).isZero();
    }

    private static VelellaRun run(EmbeddedBroker broker, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "forget",
                "--bootstrap-server",
                broker.bootstrapServers(),
                "--key",
                "maria",
                "--graphs",
                "graphs",
                "--snapshots",
                "snapshots",
                "--topic",
                "patches"));
        arguments.addAll(List.of(more));
        return VelellaRun.of(arguments.toArray(String[]::new));
    }

    private static JsonNode topic(VelellaRun run, String name) throws Exception {
        for (JsonNode topic : new ObjectMapper().readTree(run.out()).path("topics")) {
            if (topic.path("topic").asText().equals(name)) {
                return topic;
            }
        }
        throw new AssertionError("no topic " + name + " in " + run);
    }

    private static List<ConsumerRecord<String, byte[]>> records(EmbeddedBroker broker, String topic) {
        return Topics.committed(broker.bootstrapServers(), topic, 2);
    }

    private static ConsumerRecord<String, byte[]> last(EmbeddedBroker broker, String topic, String key) {
        return records(broker, topic).stream()
                .filter(record -> record.key().equals(key))
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    private static RdfGraph graph(int number) {
        return RdfGraph.of(List.of(VALUES.createStatement(
                VALUES.createIRI("urn:s"), VALUES.createIRI("urn:p"), VALUES.createLiteral(number))));
    }
}
