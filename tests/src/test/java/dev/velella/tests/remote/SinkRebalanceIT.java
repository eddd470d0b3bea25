package dev.velella.tests.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.sink.PatchStream;
import dev.velella.tests.sink.RemoteSink;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two tasks that keep what they have while partitions come and go, as in cooperative rebalances of both protocols: a stranger
 * joins their group, has some of the partitions for a while, applies nothing, and leaves again. The store is the stream.
 */
class SinkRebalanceIT {
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final int PARTITIONS = 4;
    private static final int RATE = 60;
    /** How far the writer may be ahead of the store, which lacks what the stranger has. */
    private static final int AHEAD = 400;

    /** How partitions are given to members of the group. */
    enum Protocol {
        COOPERATIVE(
                Map.of("partition.assignment.strategy", "org.apache.kafka.clients.consumer.CooperativeStickyAssignor")),
        KIP_848(Map.of("group.protocol", "consumer"));

        private final Map<String, String> consumer;

        Protocol(Map<String, String> consumer) {
            this.consumer = consumer;
        }
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void theStoreIsTheStreamThoughPartitionsComeAndGo(Protocol protocol, @TempDir Path scratch) throws Exception {
        String topic = "rebalanced-" + protocol.ordinal();
        PatchStream patches = new PatchStream(topic, 20_000, 8, PARTITIONS, 2);
        RemoteSink sink = new RemoteSink(
                SharedServers.get(ServerProcess.Kind.RDF4J),
                topic,
                Map.of("tasks.max", "2", "batch.max.records", "20"));
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()));
                ConnectWorker worker =
                        new ConnectWorker(broker.bootstrapServers(), Installation.plugins(), Ports.free())) {
            Topics.create(admin, topic, PARTITIONS);
            ObjectNode connector = sink.connector(broker.bootstrapServers());
            ObjectNode config = (ObjectNode) connector.get("config");
            config.remove("consumer.override.session.timeout.ms");
            config.remove("consumer.override.partition.assignment.strategy"); // the protocol's own, below
            protocol.consumer.forEach((option, value) -> config.put("consumer.override." + option, value));
            new ConnectRest(worker.restUrl()).create(connector);
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
                try {
                    patches.write(broker.bootstrapServers(), topic, RATE);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            try {
                goesOn(sink, worker, protocol, patches);
                takeSomePartitions(broker.bootstrapServers(), topic, sink, worker, protocol, patches);
                goesOn(sink, worker, protocol, patches);
            } finally {
                patches.end();
            }
            writing.get();
            Await.until("all is applied", PATIENCE, () -> {
                runs(sink, worker, protocol);
                return sink.applied() == patches.size();
            });
            assertThat(sink.audit(patches, true)).isEqualTo(patches.size());
        }
    }

    /** A stranger has some of the partitions until the tasks have gone on with the others. */
    private static void takeSomePartitions(
            String bootstrapServers,
            String topic,
            RemoteSink sink,
            ConnectWorker worker,
            Protocol protocol,
            PatchStream patches)
            throws Exception {
        Map<String, Object> options = new HashMap<>(protocol.consumer);
        options.put("bootstrap.servers", bootstrapServers);
        options.put("group.id", "connect-" + sink.name());
        options.put("enable.auto.commit", false);
        options.put("auto.offset.reset", "earliest");
        try (KafkaConsumer<byte[], byte[]> stranger =
                new KafkaConsumer<>(options, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            stranger.subscribe(List.of(topic));
            Await.until("the stranger has partitions", PATIENCE, () -> {
                stranger.poll(Duration.ofMillis(100));
                patches.hold(patches.size() > sink.applied() + AHEAD);
                return !stranger.assignment().isEmpty();
            });
            Set<TopicPartition> taken = stranger.assignment();
            assertThat(taken).as("the tasks keep some").hasSizeLessThan(PARTITIONS);
            long goal = sink.applied() + 30;
            Await.until("the tasks go on with the others", PATIENCE, () -> {
                stranger.poll(Duration.ofMillis(100));
                runs(sink, worker, protocol);
                patches.hold(patches.size() > sink.applied() + AHEAD);
                return sink.applied() > goal;
            });
        }
    }

    /**
     * No task fails. Under KIP-848 Connect 4.3.1 itself fails a task, of whatever sink, that loses some of its partitions and keeps
     * others, because it takes offsets out of a map of the consumer that cannot be changed; then an operator starts it again.
     */
    private static void runs(RemoteSink sink, ConnectWorker worker, Protocol protocol) throws Exception {
        Optional<String> failure = new ConnectRest(worker.restUrl()).failure(sink.name());
        if (protocol == Protocol.KIP_848 && failure.isPresent()) {
            assertThat(failure).contains("java.lang.UnsupportedOperationException");
            HttpRequest restart = HttpRequest.newBuilder(URI.create(worker.restUrl() + "/connectors/" + sink.name()
                            + "/restart?includeTasks=true&onlyFailed=true"))
                    .POST(BodyPublishers.noBody())
                    .build();
            HttpClient.newHttpClient().send(restart, BodyHandlers.discarding());
        } else {
            assertThat(failure).isEmpty();
        }
    }

    private static void goesOn(RemoteSink sink, ConnectWorker worker, Protocol protocol, PatchStream patches)
            throws Exception {
        long goal = patches.size();
        Await.until("everything until now is applied", PATIENCE, () -> {
            runs(sink, worker, protocol);
            patches.hold(patches.size() > sink.applied() + AHEAD);
            return sink.applied() >= goal + 20;
        });
        sink.audit(patches, false);
    }
}
