package dev.velella.tests.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.quickstart.part.ConnectRest;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.sink.AuditedSink;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two stores get each other's changes through one topic, while the server of both is killed. */
class ReplicationIT {
    private static final Duration PATIENCE = Duration.ofSeconds(300);
    private static final String TOPIC = "changes";

    private final int seconds = Integer.getInteger("velella.replication.seconds", 5);
    private final int cuts = Integer.getInteger("velella.replication.cuts", 1);

    @TempDir
    private Path scratch;

    @Test
    void storesThatReplicateEachOtherAreEqualAndNoChangeComesBack() throws Exception {
        ServerProcess server = SharedServers.get(ServerProcess.Kind.RDF4J);
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()));
                ConnectWorker worker = new ConnectWorker(
                        broker.bootstrapServers(), Installation.home().resolve("plugins"), Ports.free());
                ReplicatedSide a = new ReplicatedSide(server, "side-a", broker.bootstrapServers(), TOPIC);
                ReplicatedSide b = new ReplicatedSide(server, "side-b", broker.bootstrapServers(), TOPIC)) {
            Topics.create(admin, TOPIC, 1);
            ConnectRest rest = new ConnectRest(worker.restUrl());
            for (ReplicatedSide side : List.of(a, b)) {
                side.create();
                rest.create(sink(side, broker));
            }
            for (int cut = 0; cut <= cuts; cut++) {
                writeFor(seconds * 1_000L / (cuts + 1), a, b);
                if (cut < cuts) {
                    server.kill();
                    assertThat(a.write()).as("a write without a server").isFalse();
                    server.start();
                    server.awaitUp();
                }
            }
            Await.until("both are equal", PATIENCE, () -> {
                for (ReplicatedSide side : List.of(a, b)) {
                    assertThat(rest.failure(side.id() + "-sink")).isEmpty();
                }
                Set<Statement> ofA = RoutedElements.found(server, a.id());
                return ofA.size() == 6 && ofA.equals(RoutedElements.found(server, b.id()));
            });
            assertThat(Topics.committed(broker.bootstrapServers(), TOPIC, 1))
                    .as("one record for each write")
                    .hasSize(a.writes() + b.writes());
            for (ReplicatedSide side : List.of(a, b)) {
                String own = "ASK { GRAPH <urn:velella:system> { ?row ?p ?o FILTER(CONTAINS(STR(?row), '" + side.id()
                        + "0')) } }";
                assertThat(server.ask(side.url(), own))
                        .as("%s has applied no change of its own", side.id())
                        .isFalse();
            }
            System.out.println("REPLICATED " + a.writes() + " and " + b.writes() + " writes, " + cuts + " cuts");
        }
    }

    private static void writeFor(long ms, ReplicatedSide a, ReplicatedSide b) throws Exception {
        long end = System.nanoTime() + ms * 1_000_000;
        do {
            Await.until("writes", PATIENCE, a::write);
            Await.until("writes", PATIENCE, b::write);
        } while (System.nanoTime() < end);
    }

    private static ObjectNode sink(ReplicatedSide side, EmbeddedBroker broker) throws IOException {
        return AuditedSink.sample(
                "rdf4j-server-sink.json",
                side.id() + "-sink",
                broker.bootstrapServers(),
                Map.of(
                        "topics", TOPIC,
                        "tasks.max", "1",
                        "target.url", side.url().toString(),
                        "target.retry.backoff.max.ms", "1000",
                        "origin.exclude", side.id()));
    }
}
