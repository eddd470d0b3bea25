package dev.velella.tests.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.velella.quickstart.StoreClient;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.sink.embedded.EmbeddedTarget;
import dev.velella.sink.embedded.LmdbSettings;
import dev.velella.sink.embedded.LmdbTarget;
import dev.velella.sink.store.PartitionId;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Store and topic do not fit each other any more: the task says so, or builds the store again, and never goes on. */
class LostHistoryIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String TOPIC = "patches";
    private static final PartitionId P0 = new PartitionId(TOPIC, 0);
    private static final int PATCHES = 60;

    private final int port;
    private final StoreClient store;
    private RunningConnector connector;

    LostHistoryIT() throws IOException {
        port = Ports.free();
        store = new StoreClient("http://localhost:" + port);
    }

    @Test
    void aStoreThatCannotGoOnIsRefusedOrBuiltAgain(@TempDir Path scratch) throws Exception {
        Path directory = scratch.resolve("store");
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
                ConnectWorker worker =
                        new ConnectWorker(broker.bootstrapServers(), Installation.plugins(), Ports.free())) {
            Topics.create(admin, TOPIC, 1);
            PatchStream first = new PatchStream("first", PATCHES, 3, 1, 3);
            first.write(broker.bootstrapServers(), TOPIC, 1_000);
            connector = new RunningConnector(
                    worker.restUrl(),
                    new Samples(Installation.home())
                            .connector(
                                    "lmdb-sink.json",
                                    Map.of(
                                            "kafka.bootstrap.servers", broker.bootstrapServers(),
                                            "topics", TOPIC,
                                            "snapshot.topics", "",
                                            "target.dir", directory.toString(),
                                            "sparql.endpoint.port", Integer.toString(port))));
            connector.create();
            awaitApplied(PATCHES);
            Await.until("the group has committed", PATIENCE, () -> !admin.listConsumerGroupOffsets("connect-lmdb-sink")
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .isEmpty());

            stop();
            delete(directory);
            connector.resume();
            awaitApplied(PATCHES); // the topic still has its beginning
            audit(directory, first);

            String refused = connector.resetOffsets();
            Matcher advice = Pattern.compile("\\(another (target\\.dir), with ([a-z.]+)=([a-z]+)\\)")
                    .matcher(refused);
            assertThat(advice.find()).as(refused).isTrue();
            Path another = scratch.resolve("another");
            connector.configure(Map.of(advice.group(1), another.toString(), advice.group(2), advice.group(3)));
            awaitApplied(PATCHES);
            audit(another, first);

            admin.deleteTopics(List.of(TOPIC)).all().get();
            Await.until(
                    "the topic is gone",
                    PATIENCE,
                    () -> !admin.listTopics().names().get().contains(TOPIC));
            Topics.create(admin, TOPIC, 1);
            PatchStream second = new PatchStream("second", 2 * PATCHES, 2, 1, 2); // longer than what the store has
            second.write(broker.bootstrapServers(), TOPIC, 1_000, 0, PATCHES + 20);
            configure("fail");
            connector.awaitFailure("was deleted and created again");
            rebuild();
            awaitApplied(PATCHES + 20);
            audit(directory, second);
            try (Stream<Path> entries = Files.list(directory)) {
                assertThat(entries.filter(
                                entry -> entry.getFileName().toString().startsWith("kept-")))
                        .as("the store of before")
                        .hasSize(1);
            }

            second.write(broker.bootstrapServers(), TOPIC, 1_000, PATCHES + 20, PATCHES + 40);
            admin.deleteRecords(Map.of(new TopicPartition(TOPIC, 0), RecordsToDelete.beforeOffset(PATCHES + 30)))
                    .all()
                    .get();
            configure("fail");
            connector.awaitFailure("retention has removed the records between");

            stop();
            delete(directory);
            configure("rebuild");
            connector.awaitFailure("the store knows nothing of partition patches-0");
            connector.awaitFailure("The topics cannot build the store again");
        }
    }

    /** Stops the connector, which may be running, and looks into its store. */
    private void audit(Path directory, PatchStream stream) throws Exception {
        stop();
        try (EmbeddedTarget target =
                LmdbTarget.open(directory, "lmdb-sink", Duration.ofSeconds(240), LmdbSettings.DEFAULT)) {
            long next = target.durableOffsets().get(P0);
            EmbeddedSink.assertHolds(target, stream.at(Map.of(P0, next)), "store at " + next);
        }
    }

    private void awaitApplied(long patches) throws Exception {
        Await.until(patches + " patches applied", PATIENCE, () -> applied() == patches);
    }

    private long applied() throws InterruptedException {
        try {
            Optional<JsonNode> status = store.status();
            return status.isEmpty()
                    ? -1
                    : status.get().path("partitions").path(0).path("applied").asLong(-1);
        } catch (IOException e) {
            return -1;
        }
    }

    private void stop() throws Exception {
        connector.stop();
        Await.until("the endpoint is gone", PATIENCE, () -> applied() == -1);
    }

    private void rebuild() throws Exception {
        stop();
        configure("rebuild");
    }

    private void configure(String onLostHistory) throws Exception {
        connector.configure(Map.of("on.lost.history", onLostHistory));
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> entries = Files.walk(directory)) {
            for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(entry);
            }
        }
    }
}
