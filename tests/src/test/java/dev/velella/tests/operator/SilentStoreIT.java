package dev.velella.tests.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.tests.Await;
import dev.velella.tests.Topics;
import dev.velella.tests.WorkerProcess;
import dev.velella.tests.remote.ServerProcess;
import dev.velella.tests.sink.PatchStream;
import dev.velella.tests.sink.RemoteSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A store on a server hangs, and then is killed, while the task of its sink is RUNNING: the metrics of lag grow, the log says for
 * what the task waits, and when the store is back it becomes the stream, without lag.
 */
@Tag("long")
class SilentStoreIT {
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final String TOPIC = "silent";
    private static final Path WORKER_LOG = Path.of("target", "worker.log");

    private final PatchStream patches = new PatchStream(TOPIC, 120, 3, 1, 3);
    private final WorkerMetrics metrics;
    private long logBegin;
    private RemoteSink sink;
    private WorkerProcess worker;

    SilentStoreIT() throws IOException {
        metrics = new WorkerMetrics();
    }

    @Test
    void aStoreThatDoesNotAnswerIsSeenWhileTheTaskRuns(@TempDir Path scratch) throws Exception {
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()));
                ServerProcess server =
                        new ServerProcess(ServerProcess.Kind.RDF4J, scratch.resolve("server"), Map.of());
                WorkerProcess process =
                        new WorkerProcess(scratch, broker.bootstrapServers(), metrics.jvmOptions(), 384)) {
            Topics.create(admin, TOPIC, 2);
            abort(broker.bootstrapServers(), 1);
            server.awaitUp();
            worker = process;
            worker.awaitUp();
            sink = new RemoteSink(server, TOPIC, Map.of("tasks.max", "1"));
            worker.rest().create(sink.connector(broker.bootstrapServers()));
            patches.write(broker.bootstrapServers(), TOPIC, 1_000, 0, 40);
            caughtUp(40);
            await("markers and aborted records are no lag", () -> lag(1, "lag-records-applied") == 0);

            server.hang();
            patches.write(broker.bootstrapServers(), TOPIC, 1_000, 40, 80);
            await("lag grows while the store hangs", () -> lag(0, "lag-records-applied") == 40);
            await("waiting grows", () -> metrics.of(sink.name(), "", "store-waiting-ms") >= 5_000);
            await(
                    "the log says what the task waits for",
                    () -> log().matches(
                                    "(?s).*Store http " + server.queryUrl()
                                            + " has not answered since .*The task waits for it to (apply|read).*target\\.request\\.timeout\\.ms.*"));
            assertThat(lag(0, "lag-records-durable")).isEqualTo(40);
            assertThat(worker.rest().isRunning(sink.name())).isTrue();
            server.goOn();
            caughtUp(80);
            await("the log says that it is back", () -> log().contains(server.queryUrl() + " answers again"));
            assertThat(metrics.of(sink.name(), "", "store-waiting-ms")).isLessThan(5_000);

            logBegin = Files.size(WORKER_LOG);
            server.kill();
            patches.write(broker.bootstrapServers(), TOPIC, 1_000, 80, 120);
            await("lag grows while the store is away", () -> lag(0, "lag-records-applied") == 40);
            await("the log says why", () -> log().matches(
                            "(?s).*requests? failed, the last one with: [^\n]*refused.*"));
            assertThat(log()).as("lines name connector and task").contains("[" + sink.name() + "|task-0] ");
            assertThat(worker.rest().isRunning(sink.name())).isTrue();
            server.start();
            server.awaitUp();
            caughtUp(120);
        }
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private void await(String what, Condition condition) throws Exception {
        Await.until(what, PATIENCE, () -> {
            assertThat(worker.rest().failure(sink.name())).isEmpty();
            return condition.holds();
        });
    }

    /** The store is the stream up to an offset, and every metric says that nothing is left to do, and goes on to say so. */
    private void caughtUp(int records) throws Exception {
        await(records + " are applied", () -> sink.applied() == records);
        for (String kind : new String[] {"applied", "durable"}) {
            await("offset-" + kind, () -> lag(0, "offset-" + kind) == records);
            await("no lag, " + kind, () -> lag(0, "lag-records-" + kind) == 0);
            await("no time, " + kind, () -> lag(0, "lag-ms-" + kind) == 0);
        }
        await("nothing is waited for", () -> metrics.of(sink.name(), "", "store-waiting-ms") == 0);
        assertThat(sink.audit(patches, true)).isEqualTo(records);
        assertThat(lag(0, "lag-ms-applied")).as("time that passes is no lag").isZero();
    }

    private long lag(int partition, String name) throws Exception {
        return metrics.of(sink.name(), "partition=" + partition + ",topic=" + TOPIC, name);
    }

    /** What the worker has logged since the last mark. */
    private String log() throws IOException {
        byte[] all = Files.readAllBytes(WORKER_LOG);
        return new String(all, (int) logBegin, all.length - (int) logBegin, StandardCharsets.UTF_8);
    }

    private static void abort(String bootstrapServers, int partition) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "transactional.id", "aborting"),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(TOPIC, partition, null, new byte[] {1}))
                    .get();
            producer.abortTransaction();
        }
    }
}
