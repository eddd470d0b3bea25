package dev.velella.tests.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.cli.VelellaRun;
import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.record.dictionary.DictionaryOptions;
import dev.velella.record.dictionary.TopicDictionaryStore;
import dev.velella.tests.Await;
import dev.velella.tests.BrokerProcess;
import dev.velella.tests.LoggedMessages;
import dev.velella.tests.Topics;
import dev.velella.tests.containers.HostPipeline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody deletes the topic of dictionaries while a source and the diff app write records on them. */
@Tag("long")
class LostDictionariesIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int STATIONS = 3;

    /** The stream goes on for longer than the minute after which writers look. */
    private static final int RATE = 20;

    private static final int ELEMENTS = 90 * RATE;

    @Test
    void theWritersBringThemBackAndNoRecordIsLost(@TempDir Path scratch) throws Exception {
        try (BrokerProcess broker = new BrokerProcess(scratch.resolve("kafka"));
                LoggedMessages log = LoggedMessages.of(TopicDictionaryStore.class.getName());
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
                HostPipeline pipeline = new HostPipeline(
                        broker.bootstrapServers(),
                        scratch.resolve("pipeline"),
                        Map.of(),
                        Map.of("kafka.bootstrap.servers", broker.bootstrapServers()))) {
            pipeline.start(ELEMENTS, STATIONS, RATE);
            Await.until(
                    "both have written a dictionary",
                    PATIENCE,
                    () -> log.messages().stream()
                                    .filter(line -> line.startsWith("Wrote dictionary"))
                                    .count()
                            >= 2);
            admin.deleteTopics(List.of(DictionaryOptions.DEFAULT_TOPIC)).all().get();
            Await.until(
                    "both have written them once more",
                    PATIENCE,
                    () -> log.messages().stream()
                                    .filter(line -> line.contains("once more, which this writer had written before"))
                                    .count()
                            >= 2);
            assertThat(log.messages())
                    .anyMatch(line -> line.contains("does not keep what records need")
                            && line.contains("Never delete or empty this topic"));
            pipeline.awaitStoreEqualsStream(ELEMENTS, STATIONS);
            for (String topic : List.of(HostPipeline.GRAPHS, HostPipeline.PATCHES)) {
                for (String command : List.of("dictionaries", "verify")) {
                    VelellaRun run = topic(broker, command, topic);
                    assertThat(run.status()).as(run.out() + run.err()).isZero();
                }
            }
        }
    }

    /** Nobody can bring them back. There are graphs that the diff app has not read, and the store has read nothing. */
    @Test
    void withoutTheirWritersTheDiffAppGoesOnBehindTheGraphsAndAStoreFromSnapshots(@TempDir Path scratch)
            throws Exception {
        try (BrokerProcess broker = new BrokerProcess(scratch.resolve("kafka"));
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            try (HostPipeline pipeline = pipeline(broker, scratch.resolve("first"), scratch)) {
                pipeline.start(30, STATIONS, RATE);
                pipeline.awaitStoreEqualsStream(30, STATIONS);
                pipeline.deleteConnectors();
            }
            try (HostPipeline pipeline = pipeline(broker, scratch.resolve("first"), scratch)) {
                pipeline.startConnectors(60, STATIONS, RATE);
                Await.until(
                        "graphs that the diff app has not read",
                        PATIENCE,
                        () -> Topics.committed(broker.bootstrapServers(), HostPipeline.GRAPHS, HostPipeline.PARTITIONS)
                                        .size()
                                == 60);
                pipeline.deleteConnectors();
            }
            admin.deleteTopics(List.of(DictionaryOptions.DEFAULT_TOPIC)).all().get();

            try (LoggedMessages log = LoggedMessages.of(DiffApp.class.getName());
                    DiffApp app = new DiffApp(new DiffConfig(diff(broker, scratch)))) {
                app.start();
                Await.until("the diff app says it", PATIENCE, () -> log.messages().stream()
                        .anyMatch(line -> line.contains("graphs-")
                                && line.contains("If the dictionary is gone for ever")
                                && line.contains("velella topic dictionaries")));
            }
            VelellaRun lost = topic(broker, "dictionaries", HostPipeline.GRAPHS);
            assertThat(lost.status()).as(lost.out() + lost.err()).isEqualTo(1);
            goOnBehind(admin, lost.out());
            try (HostPipeline pipeline = pipeline(broker, scratch.resolve("second"), scratch)) {
                pipeline.sink(Map.of(
                                "topics", "patches,patches-snapshots",
                                "snapshot.topics", "patches-snapshots:patches",
                                "on.chain.break", "resync"))
                        .start(90, STATIONS, RATE);
                pipeline.awaitStoreEqualsStream(90, STATIONS);
            }
        }
    }

    private static Map<String, String> diff(BrokerProcess broker, Path scratch) {
        return Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "state.dir",
                scratch.resolve("streams").toString(),
                "velella.input.topic",
                HostPipeline.GRAPHS,
                "velella.output.topic",
                HostPipeline.PATCHES,
                "velella.snapshot.topic",
                HostPipeline.PATCHES + "-snapshots",
                "velella.snapshot.interval.patches",
                "1");
    }

    private static HostPipeline pipeline(BrokerProcess broker, Path store, Path scratch) throws Exception {
        return new HostPipeline(
                broker.bootstrapServers(),
                store,
                diff(broker, scratch),
                Map.of("kafka.bootstrap.servers", broker.bootstrapServers()));
    }

    /** Sets the offset of the group behind the last record of each partition that names a lost dictionary. */
    private static void goOnBehind(Admin admin, String report) throws Exception {
        Map<TopicPartition, OffsetAndMetadata> behind = new HashMap<>();
        Matcher records = Pattern.compile("graphs-(\\d+)@\\d+\\.\\.(\\d+)").matcher(report);
        while (records.find()) {
            behind.put(
                    new TopicPartition(HostPipeline.GRAPHS, Integer.parseInt(records.group(1))),
                    new OffsetAndMetadata(Long.parseLong(records.group(2)) + 1));
        }
        assertThat(behind).as(report).isNotEmpty();
        Await.until("the group has no member", PATIENCE, () -> {
            try {
                admin.alterConsumerGroupOffsets("velella-diff", behind).all().get();
                return true;
            } catch (ExecutionException e) {
                return false;
            }
        });
    }

    private static VelellaRun topic(BrokerProcess broker, String command, String topic) {
        return VelellaRun.of(
                "topic",
                command,
                "--bootstrap-server",
                broker.bootstrapServers(),
                "--topic",
                topic,
                "--timeout-ms",
                "120000");
    }
}
