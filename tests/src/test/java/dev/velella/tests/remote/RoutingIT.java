package dev.velella.tests.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.cli.VelellaRun;
import dev.velella.quickstart.part.ConnectRest;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.sink.RunningConnector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One topic, divided among many repositories of one server: the server is killed, and one repository is down. */
class RoutingIT {
    private static final Duration PATIENCE = Duration.ofSeconds(600);
    private static final String TOPIC = "routed";
    private static final int PARTITIONS = 2;

    private final int repositories = Integer.getInteger("velella.routing.repositories", 10);
    private final int elements = Integer.getInteger("velella.routing.elements", 300);
    private final int kills = Integer.getInteger("velella.routing.kills", 1);
    private final int open = Integer.getInteger("velella.routing.open", 6);

    @TempDir
    private Path scratch;

    @Test
    void everyRepositoryGetsItsElementsOnceAndOneThatIsDownStopsOnlyItself() throws Exception {
        Path down = scratch.resolve("down");
        String downId = RoutedElements.repository(0);
        RoutedElements stream = new RoutedElements(repositories, elements / 10);
        try (ServerProcess server = new ServerProcess(
                        ServerProcess.Kind.RDF4J, scratch.resolve("server"), Map.of("server.down", down.toString()));
                EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()));
                ConnectWorker worker = new ConnectWorker(
                        broker.bootstrapServers(), Installation.home().resolve("plugins"), Ports.free())) {
            server.awaitUp();
            Topics.create(admin, TOPIC, PARTITIONS);
            ConnectRest rest = new ConnectRest(worker.restUrl());
            ObjectNode config = connector(broker, server);
            RunningConnector connector = new RunningConnector(worker.restUrl(), config);
            connector.create();
            Files.writeString(down, downId);
            for (int kill = 0; kill < kills; kill++) {
                stream.send(broker.bootstrapServers(), TOPIC, elements / (kills + 1));
                awaitBegun(server, stream);
                server.kill();
                server.start();
                server.awaitUp();
            }
            stream.send(broker.bootstrapServers(), TOPIC, elements - elements / (kills + 1) * kills);
            for (int i = 1; i < repositories; i++) {
                awaitEqual(server, stream, RoutedElements.repository(i), rest);
            }
            System.out.println("ROUTED " + (repositories - 1) + " of " + repositories + " equal with " + downId
                    + " down, " + elements + " elements, " + kills + " kills");
            assertThat(lag(admin))
                    .as("the offset waits for the repository that is down")
                    .isPositive();

            Files.delete(down);
            awaitEqual(server, stream, downId, rest);
            Await.until("nothing is left", PATIENCE, () -> lag(admin) == 0);
            connector.stop();
            connector.resume();
            stream.send(broker.bootstrapServers(), TOPIC, elements / 10);
            for (int i = 0; i < repositories; i++) {
                awaitEqual(server, stream, RoutedElements.repository(i), rest);
            }
            Await.until("nothing is left", PATIENCE, () -> lag(admin) == 0);
            System.out.println("ROUTED all " + repositories + " equal");
            verify(config, server, broker);
        }
    }

    private void verify(ObjectNode config, ServerProcess server, EmbeddedBroker broker) throws Exception {
        Path file = Files.writeString(scratch.resolve("sink.json"), config.toString());
        VelellaRun equal = VelellaRun.of("verify", "--full", "--config", file.toString());
        assertThat(equal.status()).as("%s", equal).isZero();
        assertThat(equal.out()).contains("equal: " + repositories + " of " + repositories + " stores");
    }

    private ObjectNode connector(EmbeddedBroker broker, ServerProcess server) throws IOException {
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
    private static void awaitBegun(ServerProcess server, RoutedElements stream) throws Exception {
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

    private static void awaitEqual(ServerProcess server, RoutedElements stream, String id, ConnectRest rest)
            throws Exception {
        Set<Statement> expected = stream.expected(id);
        Await.until(id + " has its elements", PATIENCE, () -> {
            assertThat(rest.failure("routed-rdf4j-sink")).isEmpty();
            return server.repositories().contains(id)
                    && RoutedElements.found(server, id).equals(expected);
        });
    }

    /** Number of offsets that the connector has not committed; many if it has committed none. */
    private static long lag(Admin admin) throws Exception {
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
