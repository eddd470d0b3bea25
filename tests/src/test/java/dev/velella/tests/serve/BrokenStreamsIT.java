package dev.velella.tests.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.cli.VelellaRun;
import dev.velella.serve.app.ServeApp;
import dev.velella.serve.options.ServeConfig;
import dev.velella.tests.Await;
import dev.velella.tests.LoggedMessages;
import java.lang.management.ManagementFactory;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import javax.management.ObjectName;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records that cannot be applied: their stream is left out and said so, all others are served, and a snapshot mends it. */
class BrokenStreamsIT {
    private static final String JELLY = "application/x-jelly-rdf";

    @TempDir
    private static Path directory;

    private static ServePipeline pipeline;

    @BeforeAll
    static void start() throws Exception {
        pipeline = new ServePipeline(directory);
    }

    @AfterAll
    static void stop() {
        pipeline.close();
    }

    /** A foreign record among the patches. */
    private static RecordMetadata forge(String key, byte[] value, String patch) throws Exception {
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", pipeline.bootstrapServers()),
                new StringSerializer(),
                new ByteArraySerializer())) {
            ProducerRecord<String, byte[]> record = new ProducerRecord<>("patches", key, value);
            if (patch != null) {
                record.headers().add("patch", patch.getBytes(StandardCharsets.US_ASCII));
            }
            return producer.send(record).get();
        }
    }

    private static void awaitStatus(ServeApp app, String path, int status) throws Exception {
        Await.until(path + " has status " + status, ServePipeline.PATIENCE, () -> {
            app.failure().ifPresent(failure -> {
                throw new AssertionError(failure);
            });
            return pipeline.get(app, path).statusCode() == status;
        });
    }

    private static long metric(String name) throws Exception {
        Object value =
                ManagementFactory.getPlatformMBeanServer().getAttribute(new ObjectName("velella:type=serve"), name);
        return ((Number) value).longValue();
    }

    @Test
    void aFrameThatCannotBeReadBreaksItsStreamUntilTheNextSnapshot() throws Exception {
        Path state = directory.resolve("frame");
        String counter;
        RecordMetadata place;
        try (ServeApp app = pipeline.serve(pipeline.options(state))) {
            pipeline.send("frame/bad", ServePipeline.reading("bad", 1));
            pipeline.send("frame/good", ServePipeline.reading("good", 1));
            pipeline.awaitText(app, "/graphs/frame/bad", "\"1\"");
            pipeline.awaitText(app, "/graphs/frame/good", "\"1\"");
            counter = counter(pipeline.get(app, "/graphs?prefix=frame/"));

            place = forge("frame/bad", new byte[] {1, 2, 3}, null);
            forge(null, new byte[] {4, 5}, null);
            awaitStatus(app, "/graphs/frame/bad", 409);
            checkBroken(app, place);
            pipeline.send("frame/good", ServePipeline.reading("good", 2));
            pipeline.awaitText(app, "/graphs/frame/good", "\"2\"");
            assertThat(metric("broken-streams")).isPositive();
            Await.until("both records are counted", ServePipeline.PATIENCE, () -> metric("refused-records-total") >= 2);
        }
        try (ServeApp app = pipeline.serve(pipeline.options(state))) {
            checkBroken(app, place); // also after a restart
            for (int i = 2; i <= 5; i++) {
                pipeline.send("frame/bad", ServePipeline.reading("bad", i));
            }
            // The fourth patch has a snapshot; the fifth was held meanwhile, or follows.
            awaitStatus(app, "/graphs/frame/bad", 200);
            pipeline.awaitText(app, "/graphs/frame/bad", "\"5\"");
            HttpResponse<byte[]> all = pipeline.get(app, "/graphs?prefix=frame/", "Accept", "application/n-quads");
            assertThat(all.headers().firstValue("Velella-Left-Out")).isEmpty();
            assertThat(ServePipeline.text(all)).contains("\"5\"").contains("\"2\"");
            // A client that goes on gets the graph, though its patch is older than the client's counter may be.
            assertThat(ServePipeline.text(
                            pipeline.get(app, "/graphs?after=" + counter, "Accept", "application/n-quads")))
                    .contains("\"5\"");
            pipeline.send("frame/bad", ServePipeline.reading("bad", 6));
            pipeline.awaitText(app, "/graphs/frame/bad", "\"6\"");
            assertThat(pipeline.get(app, "/patches?key=frame/bad&from=1").statusCode())
                    .isEqualTo(410);
            assertThat(pipeline.get(app, "/patches?key=frame/bad&from=6").statusCode())
                    .isEqualTo(200);
        }
    }

    /** The record may be right, so nothing is broken. */
    @Test
    void withoutSnapshotsAPartitionWaitsForADictionaryThatIsMissing() throws Exception {
        pipeline.send("waits", ServePipeline.reading("waits", 1));
        Map<String, String> options =
                pipeline.options(directory.resolve("waits"), "jelly.dictionaries.topic", "other-dictionaries");
        options.remove("serve.snapshot.topic");
        try (LoggedMessages log = LoggedMessages.of("dev.velella.serve.intake");
                ServeApp app = new ServeApp(new ServeConfig(options))) {
            app.start();
            Await.until("the log says it", ServePipeline.PATIENCE, () -> log.messages().stream()
                    .anyMatch(line -> line.contains("the partition waits")
                            && line.contains("other-dictionaries")
                            && line.contains("serve.snapshot.topic")));
            VelellaRun restored = VelellaRun.of(
                    "topic",
                    "dictionaries",
                    "--bootstrap-server",
                    pipeline.bootstrapServers(),
                    "--topic",
                    "patches",
                    "--dictionaries-topic",
                    "other-dictionaries",
                    "--from",
                    "velella-dictionaries",
                    "--restore",
                    "--timeout-ms",
                    "120000");
            assertThat(restored.status()).as(restored.err()).isZero();
            pipeline.awaitText(app, "/graphs/waits", "\"1\"");
            assertThat(ServePipeline.text(pipeline.get(app, "/left-out")).lines())
                    .noneMatch(line -> line.startsWith("waits\t"));
        }
    }

    private static void checkBroken(ServeApp app, RecordMetadata place) throws Exception {
        String at = "patches-" + place.partition() + "@" + place.offset();
        HttpResponse<byte[]> one = pipeline.get(app, "/graphs/frame/bad");
        assertThat(one.statusCode()).isEqualTo(409);
        assertThat(ServePipeline.text(one)).contains(at).contains("snapshot");

        HttpResponse<byte[]> all = pipeline.get(app, "/graphs?prefix=frame/", "Accept", "application/n-quads");
        assertThat(all.statusCode()).isEqualTo(200);
        assertThat(all.headers().firstValue("Velella-Left-Out")).contains("1");
        assertThat(all.headers().firstValue("Velella-Left-Out-Keys")).contains("frame%2Fbad");
        assertThat(ServePipeline.text(all)).contains("/good>").doesNotContain("/bad>");
        String named = "/graphs?key=frame/bad&key=frame/good";
        assertThat(pipeline.get(app, named).statusCode()).isEqualTo(409);
        HttpResponse<byte[]> some = pipeline.get(app, named + "&missing=skip", "Accept", JELLY);
        assertThat(some.statusCode()).isEqualTo(200);
        assertThat(some.headers().firstValue("Velella-Left-Out")).contains("1");
        assertThat(some.headers().firstValue("Velella-Missing-Keys")).isEmpty();
        assertThat(ServePipeline.text(pipeline.get(app, "/left-out")).lines())
                .anyMatch(line -> line.startsWith("frame/bad\t" + at));
        assertThat(ServePipeline.text(pipeline.get(app, "/health/ready"))).contains("broken streams here ");
    }

    private static String counter(HttpResponse<byte[]> answer) {
        return answer.headers().firstValue("Velella-Counter").orElseThrow();
    }

    @Test
    void aPatchThatDoesNotFollowBreaksItsStreamAlsoForANewService() throws Exception {
        try (ServeApp app = pipeline.serve(pipeline.options(directory.resolve("chain")))) {
            pipeline.send("chain", ServePipeline.reading("chain", 1));
            pipeline.awaitText(app, "/graphs/chain", "\"1\"");
            forge("chain", new byte[0], "7.h0000000000000007");
            awaitStatus(app, "/graphs/chain", 409);
            pipeline.send("chain", ServePipeline.reading("chain", 2));
            try (ServeApp other = pipeline.serve(pipeline.options(directory.resolve("chain-new")))) {
                assertThat(pipeline.get(other, "/graphs/chain").statusCode()).isEqualTo(409);
                pipeline.send("chain", ServePipeline.reading("chain", 3));
                pipeline.send("chain", ServePipeline.reading("chain", 4));
                pipeline.awaitText(app, "/graphs/chain", "\"4\"");
                pipeline.awaitText(other, "/graphs/chain", "\"4\"");
                assertThat(pipeline.get(other, "/graphs/chain").headers().firstValue("ETag"))
                        .isEqualTo(pipeline.get(app, "/graphs/chain").headers().firstValue("ETag"));
            }
        }
    }
}
