package dev.velella.tests.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.cli.VelellaRun;
import dev.velella.fixture.SmallDisk;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.Topics;
import dev.velella.tests.WorkerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The disk of the stores in a worker gets full: their tasks fail and say so, the worker goes on. Then an operator does what
 * docs/troubleshooting.md says: makes room, and restarts the tasks. Root alone can make a small disk; for others this is skipped.
 */
class FullDiskIT {
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final String TOPIC = "patches";
    private static final int BEFORE = 40;
    private static final int ALL = 600;

    private final PatchStream patches = new PatchStream("full", ALL, 3, 1, 3);

    @TempDir
    Path scratch;

    @Test
    void tasksGoOnWhenThereIsRoomAgain() throws Exception {
        // A disk each: a store that fails gives room back, and the other one would go on.
        try (SmallDisk first = new SmallDisk(scratch.resolve("first"), "64m");
                SmallDisk second = new SmallDisk(scratch.resolve("second"), "64m")) {
            assumeThat(first.canBeFilled() && second.canBeFilled()).isTrue();
            fillAndMakeRoom(List.of(first, second));
        }
    }

    private void fillAndMakeRoom(List<SmallDisk> disks) throws Exception {
        List<EmbeddedSink> sinks = List.of(
                new EmbeddedSink("lmdb", disks.get(0).directory()),
                new EmbeddedSink("memory", disks.get(1).directory()));
        List<Path> configs = new ArrayList<>();
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()));
                WorkerProcess worker = new WorkerProcess(scratch, broker.bootstrapServers())) {
            Topics.create(admin, TOPIC, 1);
            worker.awaitUp();
            List<RunningConnector> connectors = new ArrayList<>();
            for (EmbeddedSink sink : sinks) {
                ObjectNode connector = sink.connector(broker.bootstrapServers());
                Path config = scratch.resolve(sink.name() + ".json");
                new ObjectMapper().writeValue(config.toFile(), connector);
                configs.add(config);
                connectors.add(new RunningConnector(worker.restUrl(), connector));
                connectors.get(connectors.size() - 1).create();
            }
            patches.write(broker.bootstrapServers(), TOPIC, 1_000, 0, BEFORE);
            awaitDurable(sinks, BEFORE);

            for (SmallDisk disk : disks) {
                disk.fill();
            }
            patches.write(broker.bootstrapServers(), TOPIC, 1_000, BEFORE, ALL);
            for (RunningConnector connector : connectors) {
                connector.awaitFailure("");
            }
            ConnectRest rest = worker.rest();
            for (EmbeddedSink sink : sinks) {
                assertThat(rest.failure(sink.name()).orElseThrow())
                        .containsAnyOf("No space left on device", "Input/output error; its disk is full");
            }
            assertThat(rest.plugins()).as("the worker goes on").isNotEmpty();

            for (SmallDisk disk : disks) {
                disk.empty();
            }
            for (RunningConnector connector : connectors) {
                connector.restartFailedTasks();
            }
            awaitDurable(sinks, ALL);
            for (Path config : configs) {
                VelellaRun verify = VelellaRun.of("verify", "--config", config.toString(), "--full");
                assertThat(verify.status()).as(verify.out() + verify.err()).isZero();
            }
        }
        for (EmbeddedSink sink : sinks) {
            assertThat(sink.audit(patches, true)).as(sink.name()).isEqualTo(ALL);
        }
    }

    private static void awaitDurable(List<EmbeddedSink> sinks, long records) throws Exception {
        for (EmbeddedSink sink : sinks) {
            Await.until(sink.name() + " has " + records, PATIENCE, () -> sink.durable() == records);
        }
    }
}
