package dev.velella.tests.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.BrokerProcess;
import dev.velella.tests.Topics;
import dev.velella.tests.WorkerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;

/**
 * Sinks of a worker that is killed while patches flow faster than the stores on disk take them, so that batches are in flight; the first
 * time, and then every second time, the broker is killed too. Each time, before another worker starts, every store is exactly the stream
 * at the offsets that are stored with it.
 */
public final class WorkerKills {
    private static final int PARTITIONS = 2;
    private static final int RATE = 200;
    /** How far the writer may be ahead of the slowest store: some batches, so that there is always one in flight. */
    private static final int AHEAD = 300;

    /** Patches between two kills. The slowest store does some 100 of them, and the writer may be ahead. */
    private static final int PART = 600;

    private static final Duration PATIENCE = Duration.ofSeconds(180);

    private final List<AuditedSink> sinks;
    private final int kills;
    private final Path scratch;
    private final PatchStream patches;

    /**
     * Nothing is started yet.
     *
     * @param sinks of the topic {@code patches}, each with a server that is up if it needs one
     * @param scratch directory for files
     */
    public WorkerKills(List<AuditedSink> sinks, int kills, Path scratch) {
        this.sinks = sinks;
        this.kills = kills;
        this.scratch = scratch;
        this.patches = new PatchStream("killed", PART + PART * kills, 20, PARTITIONS, 3);
    }

    /** Runs broker, worker and connectors. */
    public void run() throws Exception {
        Map<AuditedSink, Long> stored = new HashMap<>();
        int inFlight = 0;
        try (BrokerProcess broker = new BrokerProcess(scratch.resolve("kafka"))) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
                Topics.create(admin, "patches", PARTITIONS);
            }
            try (WorkerProcess worker = new WorkerProcess(scratch, broker.bootstrapServers())) {
                ConnectRest rest = worker.rest();
                worker.awaitUp();
                for (AuditedSink sink : sinks) {
                    rest.create(sink.connector(broker.bootstrapServers()));
                    stored.put(sink, 0L);
                }
                CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
                    try {
                        patches.write(broker.bootstrapServers(), "patches", RATE);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
                for (int kill = 0; kill < kills; kill++) {
                    patches.hold(false);
                    for (AuditedSink sink : sinks) {
                        long goal = stored.get(sink) + 100;
                        Await.until(sink.name() + " durable beyond " + goal, PATIENCE, () -> {
                            patches.hold(patches.size() > sink.applied() + AHEAD);
                            return sink.durable() > goal;
                        });
                    }
                    assertThat(writing)
                            .as("kill %d falls into the stream", kill)
                            .isNotDone();
                    for (AuditedSink sink : sinks) {
                        inFlight += sink.applied() + 10 < patches.size() ? 1 : 0;
                    }
                    worker.kill();
                    if (kill % 2 == 0) {
                        broker.kill();
                    }
                    patches.hold(true); // while nobody reads
                    for (AuditedSink sink : sinks) {
                        long before = stored.get(sink);
                        stored.put(sink, sink.audit(patches, true));
                        assertThat(stored.get(sink))
                                .as("%s after kill %d", sink.name(), kill)
                                .isGreaterThan(before);
                    }
                    if (kill % 2 == 0) {
                        broker.start();
                    }
                    worker.start();
                    worker.awaitUp();
                }
                patches.end();
                writing.get();
                for (AuditedSink sink : sinks) {
                    Await.until(sink.name() + " has all", PATIENCE, () -> sink.durable() == patches.size());
                }
            }
            for (AuditedSink sink : sinks) {
                assertThat(sink.audit(patches, true)).as(sink.name()).isEqualTo(patches.size());
            }
        }
        System.out.printf(
                "%d kills of the worker, %d patches, %d of %d times a sink was behind by more than a batch%n",
                kills, patches.size(), inFlight, kills * sinks.size());
    }
}
