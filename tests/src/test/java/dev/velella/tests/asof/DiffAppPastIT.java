package dev.velella.tests.asof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.graph.GraphSettings;
import dev.velella.graph.TargetGraph;
import dev.velella.log.TopicAccess;
import dev.velella.log.asof.AsOf;
import dev.velella.log.asof.LogTopics;
import dev.velella.log.asof.Moment;
import dev.velella.log.asof.Past;
import dev.velella.log.asof.StreamSelection;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.RecordHeaderReader;
import dev.velella.source.simulator.SimulatedElement;
import dev.velella.tests.Await;
import dev.velella.tests.GraphTopic;
import dev.velella.tests.Topics;
import dev.velella.tests.Weather;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The past from the topics that the diff app itself has written. */
class DiffAppPastIT {
    private static final Duration PATIENCE = Duration.ofSeconds(300);
    private static final int PARTITIONS = 2;
    private static final int STATIONS = 3;
    private static final int ELEMENTS = 360;
    private static final String KEPT = "3600000";

    @TempDir
    Path directory;

    @Test
    void everyVersionIsToldAndSnapshotsSayFromWhereToRead() throws Exception {
        try (EmbeddedBroker broker = new EmbeddedBroker(directory.resolve("kafka"), Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            Topics.create(
                    admin,
                    List.of(new NewTopic("graphs", PARTITIONS, (short) 1).configs(Map.of("retention.ms", "-1"))));
            Topics.create(
                    admin,
                    List.of(new NewTopic("patches", PARTITIONS, (short) 1).configs(Map.of("retention.ms", "-1"))));
            Map<String, List<RdfGraph>> sent = patch(broker.bootstrapServers());
            assertThat(kept(admin)).isEqualTo(KEPT);
            checkBounds(broker.bootstrapServers());
            checkVersions(broker.bootstrapServers(), sent);
        }
    }

    private Map<String, List<RdfGraph>> patch(String servers) throws Exception {
        DiffConfig config = new DiffConfig(new HashMap<>(Map.of(
                "bootstrap.servers", servers,
                "application.id", "past",
                "state.dir", directory.resolve("state").toString(),
                "velella.input.topic", "graphs",
                "velella.output.topic", "patches",
                "velella.snapshot.topic", "snapshots",
                "velella.snapshot.interval.patches", "10",
                "velella.snapshot.keep.ms", KEPT)));
        List<SimulatedElement> elements = Weather.elements(ELEMENTS, STATIONS);
        try (GraphTopic input = new GraphTopic(servers, "graphs", PARTITIONS, 2, 40);
                DiffApp app = new DiffApp(config)) {
            app.start();
            // In several parts, so that some snapshots are written when earlier patches are acknowledged.
            for (int part = 0; part < 4; part++) {
                int goal = (part + 1) * ELEMENTS / 4;
                elements.subList(part * ELEMENTS / 4, goal).forEach(one -> input.send(one.key(), one.graph()));
                input.sent();
                Await.until(goal + " patches", PATIENCE, () -> {
                    assertThat(app.failure()).isEmpty();
                    return Topics.committed(servers, "patches", PARTITIONS).size() >= goal;
                });
            }
            return input.sent();
        }
    }

    private static String kept(Admin admin) throws Exception {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, "snapshots");
        return admin.describeConfigs(List.of(topic))
                .all()
                .get()
                .get(topic)
                .get("min.compaction.lag.ms")
                .value();
    }

    /** All later patches of a snapshot's stream stand at its bound or after it, and most snapshots have one. */
    private static void checkBounds(String servers) {
        List<ConsumerRecord<String, byte[]>> patches = Topics.committed(servers, "patches", PARTITIONS);
        int bounds = 0;
        List<ConsumerRecord<String, byte[]>> snapshots = Topics.committed(servers, "snapshots", PARTITIONS);
        for (ConsumerRecord<String, byte[]> snapshot : snapshots) {
            Header header = snapshot.headers().lastHeader(RecordHeaderNames.OUTPUT_OFFSET);
            if (header == null) {
                continue;
            }
            bounds++;
            long bound = Long.parseLong(new String(header.value(), StandardCharsets.US_ASCII));
            for (ConsumerRecord<String, byte[]> patch : patches) {
                if (patch.key().equals(snapshot.key()) && number(patch) > number(snapshot)) {
                    assertThat(patch.offset()).isGreaterThanOrEqualTo(bound);
                }
            }
        }
        assertThat(snapshots).hasSize(ELEMENTS / 10);
        assertThat(bounds).as("snapshots with a bound").isGreaterThan(snapshots.size() / 2);
    }

    private static long number(ConsumerRecord<String, byte[]> record) {
        return PatchPosition.parse(RecordHeaderReader.patch(record.headers())).number();
    }

    private static void checkVersions(String servers, Map<String, List<RdfGraph>> sent) {
        TargetGraph target = TargetGraph.of(GraphSettings.DEFAULT);
        TopicAccess access =
                new TopicAccess(servers, "patches", Map.of("fetch.max.wait.ms", "5"), true, Duration.ofSeconds(60));
        try (AsOf asOf = new AsOf(LogTopics.of(access, "snapshots"))) {
            sent.forEach((key, graphs) -> {
                for (int version = 1; version <= graphs.size(); version += 7) {
                    Past past = asOf.at(new Moment.PatchNumber(version), StreamSelection.of(key), Set.of(), false);
                    assertThat(past.streams().get(0).statements())
                            .as("%s, version %d", key, version)
                            .isEqualTo(Set.copyOf(target.statements(key, graphs.get(version - 1))));
                }
                Past last = asOf.at(new Moment.PatchNumber(graphs.size()), StreamSelection.of(key), Set.of(), false);
                assertThat(last.streams().get(0).base()).startsWith("snapshots-");
            });
        }
    }
}
