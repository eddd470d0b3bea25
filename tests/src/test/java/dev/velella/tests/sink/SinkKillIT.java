package dev.velella.tests.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.velella.quickstart.ConnectRest;
import dev.velella.quickstart.ConnectWorker;
import dev.velella.quickstart.EmbeddedBroker;
import dev.velella.quickstart.Ports;
import dev.velella.quickstart.Samples;
import dev.velella.quickstart.StoreClient;
import dev.velella.sink.store.EmbeddedTarget;
import dev.velella.sink.store.LmdbSettings;
import dev.velella.sink.store.LmdbTarget;
import dev.velella.sink.store.MemoryTarget;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.ReservedGraphs;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker with one sink for each embedded target is killed while patches flow. Each time, before another worker starts,
 * the files of both stores are exactly the streams at the offsets that are stored with them.
 */
class SinkKillIT {
    private static final int PARTITIONS = 2;
    private static final int RATE = 250;
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final int kills = Integer.getInteger("velella.kills", 3);
    private final PatchStream patches = new PatchStream(500 + 700 * kills, 20);

    @Test
    void everyKillLeavesTheStreamsAtTheStoredOffsets(@TempDir Path scratch) throws Exception {
        List<Sink> sinks = List.of(new Sink("memory", scratch), new Sink("lmdb", scratch));
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free())) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
                Topics.create(admin, "patches", PARTITIONS);
            }
            Map<String, String> workerConfig = ConnectWorker.properties(
                    broker.bootstrapServers(), Installation.home().resolve("plugins"), Ports.free());
            ConnectRest rest = new ConnectRest(workerConfig.get("listeners"));
            Process worker = Installation.worker(scratch, workerConfig, List.of());
            try {
                awaitUp(rest);
                for (Sink sink : sinks) {
                    sink.create(rest, broker.bootstrapServers());
                }
                CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
                    try {
                        patches.write(broker.bootstrapServers(), "patches", RATE);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
                for (int kill = 0; kill < kills; kill++) {
                    for (Sink sink : sinks) {
                        Await.until(sink.kind + " goes on", PATIENCE, () -> sink.figure("applied") >= sink.durable);
                    }
                    patches.hold(false);
                    for (Sink sink : sinks) {
                        long goal = sink.durable + 100;
                        Await.until(
                                sink.kind + " durable beyond " + goal, PATIENCE, () -> sink.figure("durable") > goal);
                    }
                    assertThat(writing)
                            .as("kill %d falls into the stream", kill)
                            .isNotDone();
                    worker.destroyForcibly().waitFor();
                    patches.hold(true); // while nobody reads
                    for (Sink sink : sinks) {
                        long before = sink.durable;
                        sink.audit();
                        assertThat(sink.durable)
                                .as("%s after kill %d", sink.kind, kill)
                                .isGreaterThan(before);
                    }
                    worker = Installation.worker(scratch, workerConfig, List.of());
                    awaitUp(rest);
                }
                patches.hold(false);
                writing.get();
                for (Sink sink : sinks) {
                    Await.until(sink.kind + " has all", PATIENCE, () -> sink.figure("durable") == patches.size());
                }
            } finally {
                worker.destroyForcibly().waitFor();
            }
            for (Sink sink : sinks) {
                sink.audit();
                assertThat(sink.durable).as(sink.kind).isEqualTo(patches.size());
            }
        }
    }

    private static void awaitUp(ConnectRest rest) throws Exception {
        Await.until("the worker is up", PATIENCE, () -> {
            try {
                rest.plugins();
                return true;
            } catch (IOException e) {
                return false;
            }
        });
    }

    /** By a scan, by look-ups, by the hashes of the chains, and by the count that the store keeps. */
    static void assertHolds(EmbeddedTarget target, Map<String, PatchStream.Change> streams, String what) {
        Set<Statement> expected = PatchStream.statements(streams);
        Set<Statement> found = new HashSet<>();
        try (RepositoryConnection connection = target.connect()) {
            connection.getStatements(null, null, null, false).forEach(statement -> {
                if (!ReservedGraphs.isReserved(statement.getContext())) {
                    found.add(VALUES.createStatement(
                            statement.getSubject(),
                            statement.getPredicate(),
                            statement.getObject(),
                            statement.getContext()));
                }
            });
            assertThat(found).as("scan of %s", what).isEqualTo(expected);
            assertThat(expected)
                    .as("look-ups in %s", what)
                    .allMatch(statement -> connection.hasStatement(
                            statement.getSubject(),
                            statement.getPredicate(),
                            statement.getObject(),
                            false,
                            new Resource[] {statement.getContext()}));
        }
        streams.forEach((key, last) -> assertThat(target.chain(new StreamId("patches", key)))
                .as("chain of %s in %s", key, what)
                .contains(StreamState.at(last.position())));
        assertThat(target.status().statements()).isEqualTo(expected.size());
    }

    /** A connector, its store, and how far that was when the files were looked at last. */
    private final class Sink {
        private final String kind;
        private final Path directory;
        private final int port;
        private final StoreClient store;
        private long durable;

        Sink(String kind, Path scratch) throws IOException {
            port = Ports.free();
            store = new StoreClient("http://localhost:" + port);
            this.kind = kind;
            this.directory = scratch.resolve(kind + "-store");
        }

        void create(ConnectRest rest, String bootstrapServers) throws Exception {
            rest.create(new Samples(Installation.home())
                    .connector(
                            kind + "-sink.json",
                            Map.of(
                                    "kafka.bootstrap.servers",
                                    bootstrapServers,
                                    "target.dir",
                                    directory.toString(),
                                    "checkpoint.interval.ms",
                                    "300",
                                    // Kafka gives a dead consumer 45 s before another gets its partitions.
                                    "consumer.override.session.timeout.ms",
                                    "6000",
                                    "sparql.endpoint.port",
                                    Integer.toString(port))));
        }

        /** Sum over the partitions; -1 while the endpoint does not answer, as after a kill. */
        long figure(String name) throws InterruptedException {
            try {
                Optional<JsonNode> status = store.status();
                if (status.isEmpty()) {
                    return -1;
                }
                long sum = 0;
                for (JsonNode partition : status.get().path("partitions")) {
                    sum += partition.path(name).asLong();
                }
                return sum;
            } catch (IOException e) {
                return -1;
            }
        }

        void audit() {
            String connector = kind + "-sink";
            try (EmbeddedTarget target = kind.equals("lmdb")
                    ? LmdbTarget.open(directory, connector, Duration.ofSeconds(10), LmdbSettings.DEFAULT)
                    : MemoryTarget.open(directory, connector, Duration.ofSeconds(10))) {
                Map<PartitionId, Long> offsets = new HashMap<>();
                target.durableOffsets().forEach((id, at) -> offsets.put(id, at.nextOffset()));
                durable = offsets.values().stream().mapToLong(Long::longValue).sum();
                assertHolds(target, patches.at(offsets), kind + " at " + offsets);
            }
        }
    }
}
