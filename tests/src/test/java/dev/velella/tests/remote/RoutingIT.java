package dev.velella.tests.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.cli.VelellaRun;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.sink.AuditedSink;
import dev.velella.tests.sink.RunningConnector;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.management.ObjectName;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One topic, divided among many repositories of one server, which is killed while one repository is down; and two repositories
 * that get each other's changes.
 */
class RoutingIT {
    private static final Duration PATIENCE = Duration.ofSeconds(600);
    private static final String TOPIC = "routed";
    private static final String CHANGES = "changes";
    private static final int PARTITIONS = 2;

    private final int repositories = Integer.getInteger("velella.routing.repositories", 6);
    private final int elements = Integer.getInteger("velella.routing.elements", 180);
    private final int kills = Integer.getInteger("velella.routing.kills", 1);
    private final int open = Integer.getInteger("velella.routing.open", 4);

    private final int replicationSeconds = Integer.getInteger("velella.replication.seconds", 2);
    private final int cuts = Integer.getInteger("velella.replication.cuts", 1);

    @TempDir
    private static Path scratch;

    private static Path down;
    private static ServerProcess server;
    private static EmbeddedBroker broker;
    private static Admin admin;
    private static ConnectWorker worker;

    @BeforeAll
    static void start() throws Exception {
        down = scratch.resolve("down");
        server = new ServerProcess(
                ServerProcess.Kind.RDF4J, scratch.resolve("server"), Map.of("server.down", down.toString()));
        broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
        admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()));
        worker = new ConnectWorker(broker.bootstrapServers(), Installation.plugins(), Ports.free());
        server.awaitUp();
    }

    @AfterAll
    static void stop() {
        worker.close();
        admin.close();
        broker.close();
        server.close();
    }

    @Test
    void everyRepositoryGetsItsElementsOnceAndOneThatIsDownStopsOnlyItself() throws Exception {
        String downId = RoutedElements.repository(0);
        RoutedElements stream = new RoutedElements(repositories, elements / 10);
        Topics.create(admin, TOPIC, PARTITIONS);
        ConnectRest rest = new ConnectRest(worker.restUrl());
        ObjectNode config = connector();
        RunningConnector connector = new RunningConnector(worker.restUrl(), config);
        connector.create();
        Files.writeString(down, downId);
        for (int kill = 0; kill < kills; kill++) {
            stream.send(broker.bootstrapServers(), TOPIC, elements / (kills + 1));
            awaitBegun(stream);
            restart();
        }
        stream.send(broker.bootstrapServers(), TOPIC, elements - elements / (kills + 1) * kills);
        for (int i = 1; i < repositories; i++) {
            awaitEqual(stream, RoutedElements.repository(i), rest);
        }
        System.out.println("ROUTED " + (repositories - 1) + " of " + repositories + " equal with " + downId + " down, "
                + elements + " elements, " + kills + " kills");
        assertThat(lag()).as("the offset waits for the repository that is down").isPositive();
        Await.until("the metric of the alert counts the repository", PATIENCE, () -> held() == 1);

        connector.stop(); // another task knows of the repository's gap by the offset alone
        connector.resume();
        stream.send(broker.bootstrapServers(), TOPIC, elements / 10);
        for (int i = 1; i < repositories; i++) {
            awaitEqual(stream, RoutedElements.repository(i), rest); // the task has met the repository that is down
        }
        Files.delete(down);
        awaitEqual(stream, downId, rest);
        Await.until("nothing is left", PATIENCE, () -> lag() == 0);
        Await.until("the metric counts nothing", PATIENCE, () -> held() == 0);
        System.out.println("ROUTED all " + repositories + " equal");
        verify(config);
        connector.stop();
    }

    @Test
    void storesThatReplicateEachOtherAreEqualAndNoChangeComesBack() throws Exception {
        try (ReplicatedSide a = new ReplicatedSide(server, "side-a", broker.bootstrapServers(), CHANGES);
                ReplicatedSide b = new ReplicatedSide(server, "side-b", broker.bootstrapServers(), CHANGES)) {
            Topics.create(admin, CHANGES, 1);
            ConnectRest rest = new ConnectRest(worker.restUrl());
            for (ReplicatedSide side : List.of(a, b)) {
                side.create();
                rest.create(sink(side));
            }
            for (int cut = 0; cut <= cuts; cut++) {
                writeFor(replicationSeconds * 1_000L / (cuts + 1), a, b);
                if (cut < cuts) {
                    restart();
                }
            }
            Await.until("both are equal", PATIENCE, () -> {
                for (ReplicatedSide side : List.of(a, b)) {
                    assertThat(rest.failure(side.id() + "-sink")).isEmpty();
                }
                Set<Statement> ofA = RoutedElements.found(server, a.id());
                return ofA.size() == 6 && ofA.equals(RoutedElements.found(server, b.id()));
            });
            assertThat(Topics.committed(broker.bootstrapServers(), CHANGES, 1))
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
            Await.until("a write", PATIENCE, a::write);
            Await.until("a write", PATIENCE, b::write);
        } while (System.nanoTime() < end);
    }

    private static ObjectNode sink(ReplicatedSide side) throws IOException {
        return AuditedSink.sample(
                "rdf4j-server-sink.json",
                side.id() + "-sink",
                broker.bootstrapServers(),
                Map.of(
                        "topics",
                        CHANGES,
                        "tasks.max",
                        "1",
                        "target.url",
                        side.url().toString(),
                        "target.retry.backoff.max.ms",
                        "1000",
                        "origin.exclude",
                        side.id()));
    }

    private static void restart() throws Exception {
        server.kill();
        server.start();
        server.awaitUp();
    }

    private void verify(ObjectNode config) throws Exception {
        Path file = Files.writeString(scratch.resolve("sink.json"), config.toString());
        VelellaRun equal = VelellaRun.of("verify", "--full", "--config", file.toString());
        assertThat(equal.status()).as("%s", equal).isZero();
        assertThat(equal.out()).contains("equal: " + repositories + " of " + repositories + " stores");
    }

    private ObjectNode connector() throws IOException {
        Map<String, String> settings = Map.of(
                "kafka.bootstrap.servers",
                broker.bootstrapServers(),
                "topics",
                TOPIC,
                "target.url",
                server.repository("STORE").toString().replace("STORE", "{store}"),
                "routing.query",
                RoutedElements.QUERY,
                "routing.max.open.targets",
                Integer.toString(open),
                "target.retry.backoff.max.ms",
                "2000",
                "batch.max.records",
                "100",
                "consumer.override.max.poll.records",
                "200",
                "consumer.override.session.timeout.ms",
                "6000");
        return new Samples(Installation.home()).connector("routed-rdf4j-sink.json", settings);
    }

    /** Waits until the last elements are on their way. */
    private static void awaitBegun(RoutedElements stream) throws Exception {
        String id = RoutedElements.repository(1);
        Set<Statement> before = server.repositories().contains(id) ? RoutedElements.found(server, id) : Set.of();
        Await.until("elements come", PATIENCE, () -> {
            if (!server.repositories().contains(id)) {
                return false;
            }
            Set<Statement> now = RoutedElements.found(server, id);
            return !now.equals(before) || now.equals(stream.expected(id));
        });
    }

    private static void awaitEqual(RoutedElements stream, String id, ConnectRest rest) throws Exception {
        Set<Statement> expected = stream.expected(id);
        Await.until(id + " has its elements", PATIENCE, () -> {
            assertThat(rest.failure("routed-rdf4j-sink")).isEmpty();
            return server.repositories().contains(id)
                    && RoutedElements.found(server, id).equals(expected);
        });
    }

    private static double held() throws Exception {
        ObjectName task = new ObjectName("kafka.connect:type=plugins,connector=routed-rdf4j-sink,task=0");
        return ((Number) ManagementFactory.getPlatformMBeanServer().getAttribute(task, "routing-held-targets"))
                .doubleValue();
    }

    /** Number of offsets that the connector has not committed; many if it has committed none. */
    private static long lag() throws Exception {
        var committed = admin.listConsumerGroupOffsets("connect-routed-rdf4j-sink")
                .partitionsToOffsetAndMetadata()
                .get();
        var ends = admin.listOffsets(IntStream.range(0, PARTITIONS)
                        .boxed()
                        .collect(Collectors.toMap(
                                partition -> new TopicPartition(TOPIC, partition), any -> OffsetSpec.latest())))
                .all()
                .get();
        long lag = 0;
        for (var end : ends.entrySet()) {
            lag += end.getValue().offset()
                    - (committed.containsKey(end.getKey())
                            ? committed.get(end.getKey()).offset()
                            : 0);
        }
        return lag;
    }
}
