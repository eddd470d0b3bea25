package dev.velella.tests.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.cli.VelellaRun;
import dev.velella.record.dictionary.DictionaryOptions;
import dev.velella.record.dictionary.TopicDictionaryStore;
import dev.velella.tests.Await;
import dev.velella.tests.BrokerProcess;
import dev.velella.tests.LoggedMessages;
import dev.velella.tests.containers.HostPipeline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
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
                    VelellaRun run = VelellaRun.of(
                            "topic",
                            command,
                            "--bootstrap-server",
                            broker.bootstrapServers(),
                            "--topic",
                            topic,
                            "--timeout-ms",
                            "120000");
                    assertThat(run.status()).as(run.out() + run.err()).isZero();
                }
            }
        }
    }
}
