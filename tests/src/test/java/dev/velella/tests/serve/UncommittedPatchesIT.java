package dev.velella.tests.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.serve.app.ServeApp;
import dev.velella.serve.options.ServeConfig;
import dev.velella.tests.Await;
import dev.velella.tests.ChildJvm;
import dev.velella.tests.Topics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The diff app is killed (SIGKILL) between the write of a patch and its commit, again and again. A service that begins
 * meanwhile is ready when it has read all that it may read: it must not have the patch. With {@code velella.serve.kills} as
 * many kills as wanted.
 */
class UncommittedPatchesIT {
    private static final TopicPartition PATCHES = new TopicPartition("patches", 0);

    @TempDir
    private Path directory;

    private final int kills = Integer.getInteger("velella.serve.kills", 1);
    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void aPatchThatWasWrittenAndNotCommittedIsNeverServed() throws Exception {
        try (EmbeddedBroker broker = new EmbeddedBroker(directory.resolve("kafka"), Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
                KafkaProducer<String, byte[]> graphs = new KafkaProducer<>(
                        Map.of("bootstrap.servers", broker.bootstrapServers()),
                        new StringSerializer(),
                        new ByteArraySerializer())) {
            Topics.create(admin, "graphs", 1);
            JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, Limits.DEFAULT);
            Process app = diff(broker.bootstrapServers(), 100);
            try {
                send(graphs, encoder, 1);
                awaitCommitted(admin, 0);
                int killed = 0;
                for (int value = 1; killed < kills; value++) {
                    app.destroyForcibly().waitFor();
                    long before = end(admin, IsolationLevel.READ_COMMITTED);
                    app = diff(broker.bootstrapServers(), 600_000);
                    send(graphs, encoder, value + 1);
                    Await.until(
                            "the patch is written",
                            ServePipeline.PATIENCE,
                            () -> end(admin, IsolationLevel.READ_UNCOMMITTED) > before);
                    app.destroyForcibly().waitFor();
                    // A rebalance commits too; then the kill came too late.
                    if (end(admin, IsolationLevel.READ_COMMITTED) == before) {
                        killed++;
                        assertThat(served(broker.bootstrapServers())).contains("\"" + value + "\"");
                        assertThat(end(admin, IsolationLevel.READ_COMMITTED)).isEqualTo(before);
                    }
                    app = diff(broker.bootstrapServers(), 100);
                    String next = "\"" + (value + 1) + "\"";
                    Await.until(
                            "the patch comes at last", ServePipeline.PATIENCE, () -> served(broker.bootstrapServers())
                                    .contains(next));
                }
            } finally {
                app.destroyForcibly().waitFor();
            }
        }
    }

    private static void send(KafkaProducer<String, byte[]> graphs, JellyGraphEncoder encoder, int value)
            throws Exception {
        graphs.send(new ProducerRecord<>("graphs", "key", encoder.encode(ServePipeline.reading("key", value))))
                .get();
    }

    private static long end(Admin admin, IsolationLevel isolation) throws Exception {
        if (!admin.listTopics().names().get().contains(PATCHES.topic())) {
            return 0;
        }
        return admin.listOffsets(Map.of(PATCHES, OffsetSpec.latest()), new ListOffsetsOptions(isolation))
                .partitionResult(PATCHES)
                .get()
                .offset();
    }

    /** Waits until a transaction after the offset is committed, and none is open. */
    private static void awaitCommitted(Admin admin, long after) throws Exception {
        Await.until("the patch is committed", ServePipeline.PATIENCE, () -> {
            long committed = end(admin, IsolationLevel.READ_COMMITTED);
            return committed > after + 1 && committed == end(admin, IsolationLevel.READ_UNCOMMITTED);
        });
    }

    /** The graph, as a service has it that has read all that it may read. */
    private String served(String bootstrapServers) throws Exception {
        Map<String, String> options = new HashMap<>(Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "serve.patch.topic",
                PATCHES.topic(),
                "serve.listener",
                "localhost:0",
                "serve.state.dir",
                directory.resolve("state").toString()));
        try (ServeApp service = new ServeApp(new ServeConfig(options))) {
            service.start();
            Await.until("the service is ready", ServePipeline.PATIENCE, () -> {
                service.failure().ifPresent(failure -> {
                    throw new AssertionError(failure);
                });
                return get(service, "/health/ready").statusCode() == 200;
            });
            return get(service, "/graphs/key").body();
        }
    }

    private HttpResponse<String> get(ServeApp service, String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://localhost:" + service.port() + path))
                        .header("Accept", "application/n-quads")
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** The diff app, which commits so often. */
    private Process diff(String bootstrapServers, int commitMs) throws IOException {
        Path config = Files.write(
                directory.resolve("diff-" + commitMs + ".properties"),
                List.of(
                        "bootstrap.servers=" + bootstrapServers,
                        "application.id=uncommitted",
                        "state.dir=" + directory.resolve("diff"),
                        "commit.interval.ms=" + commitMs,
                        "velella.early.commit.ms=0",
                        "producer.transaction.timeout.ms=800000",
                        "producer.linger.ms=0",
                        "consumer.session.timeout.ms=6000",
                        "velella.input.topic=graphs",
                        "velella.output.topic=patches"));
        List<String> command = new ArrayList<>(ChildJvm.ofDistribution(192, List.of()));
        command.addAll(List.of("dev.velella.cli.Main", "diff-app", "--config", config.toString()));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        Path.of("target", "serve-diff.log").toFile()))
                .start();
    }
}
