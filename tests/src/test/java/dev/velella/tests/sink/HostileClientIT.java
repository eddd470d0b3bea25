package dev.velella.tests.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.quickstart.StoreClient;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.tests.Await;
import dev.velella.tests.Topics;
import dev.velella.tests.WorkerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * While a hostile client does to the endpoint what it can, patches are applied and figures answered; afterwards queries are
 * answered and the store is the stream. How fast is only asked in the long run.
 */
class HostileClientIT {
    private static final int RATE = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(240);
    private static final long MOST_LAG_MS = 5_000;
    private static final long MOST_STATUS_MS = 1_000;

    private final int seconds = Integer.getInteger("velella.hostile.seconds", 10);
    private final boolean timed = Boolean.getBoolean("velella.hostile.timed");
    private final PatchStream patches = new PatchStream("hostile", 2_000 + 2 * RATE * seconds, 20, 1, 1);

    /** A number of patches written, and when there were that many. */
    private record Mark(long patches, long nanos) {}

    @Test
    void aHostileClientStopsNobodyElse(@TempDir Path scratch) throws Exception {
        List<EmbeddedSink> sinks = List.of(new EmbeddedSink("lmdb", scratch), new EmbeddedSink("memory", scratch));
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free())) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
                Topics.create(admin, "patches", 1);
            }
            try (WorkerProcess worker = new WorkerProcess(scratch, broker.bootstrapServers())) {
                worker.awaitUp();
                for (EmbeddedSink sink : sinks) {
                    ObjectNode connector = sink.connector(broker.bootstrapServers());
                    ((ObjectNode) connector.get("config")).without(List.of("batch.max.records"));
                    worker.rest().create(connector);
                }
                CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
                    try {
                        patches.write(broker.bootstrapServers(), "patches", RATE);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
                for (EmbeddedSink sink : sinks) {
                    Await.until("something is applied", PATIENCE, () -> sink.applied() > 50);
                    StoreClient client = new StoreClient(sink.endpoint().toString());
                    try (HostileProcess hostile = new HostileProcess(sink.endpoint())) {
                        Await.until("it has answers", PATIENCE, () -> hostile.answers() > 20);
                        watch(sink, client);
                        long goal = sink.applied() + 20;
                        Await.until("more is applied, up to " + goal, PATIENCE, () -> sink.applied() > goal);
                    }
                    Await.until("queries are answered", PATIENCE, () -> isAnswered(client));
                }
                patches.end();
                writing.get();
                for (EmbeddedSink sink : sinks) {
                    assertThat(worker.rest().failure(sink.name())).isEmpty();
                    Await.until("all is durable", PATIENCE, () -> sink.durable() == patches.size());
                }
                worker.kill();
            }
            for (EmbeddedSink sink : sinks) {
                assertThat(sink.audit(patches, true)).isEqualTo(patches.size());
            }
        }
    }

    /** Its last queries have their time first. */
    private static boolean isAnswered(StoreClient client) throws InterruptedException {
        try {
            return client.select("SELECT (1 AS ?n) {}").has("results");
        } catch (IOException e) {
            return false;
        }
    }

    private void watch(EmbeddedSink sink, StoreClient client) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        Deque<Mark> behind = new ArrayDeque<>();
        long mostLag = 0;
        long mostStatus = 0;
        while (System.nanoTime() < end) {
            long asked = System.nanoTime();
            assertThat(client.status()).as("figures").isPresent();
            mostStatus = Math.max(mostStatus, System.nanoTime() - asked);
            behind.add(new Mark(patches.size(), System.nanoTime()));
            long applied = sink.applied();
            while (!behind.isEmpty() && behind.peek().patches() <= applied) {
                behind.remove();
            }
            mostLag = Math.max(
                    mostLag,
                    behind.isEmpty() ? 0 : System.nanoTime() - behind.peek().nanos());
            TimeUnit.MILLISECONDS.sleep(100);
        }
        System.out.printf(
                "%s for %d s: status within %d ms, lag at most %d ms%n",
                sink.name(),
                seconds,
                TimeUnit.NANOSECONDS.toMillis(mostStatus),
                TimeUnit.NANOSECONDS.toMillis(mostLag));
        if (timed) {
            assertThat(TimeUnit.NANOSECONDS.toMillis(mostStatus)).isLessThan(MOST_STATUS_MS);
            assertThat(TimeUnit.NANOSECONDS.toMillis(mostLag)).isLessThan(MOST_LAG_MS);
        }
    }
}
