package dev.velella.tests.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.cli.VelellaRun;
import dev.velella.quickstart.RecordValues;
import dev.velella.rdf.RdfGraph;
import dev.velella.tests.Await;
import dev.velella.tests.Topics;
import dev.velella.tests.diff.PatchWatch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What must hold at the end, when the devices have stopped. */
final class SoakVerdict {
    private final SoakPipeline pipeline;
    private final Path scratch;
    private final Map<String, Long> last;

    SoakVerdict(SoakPipeline pipeline, Path scratch) {
        this.pipeline = pipeline;
        this.scratch = scratch;
        last = pipeline.devices.last();
    }

    /** Number of messages that the devices sent. */
    long messages() {
        return last.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Waits until nothing is under way: every group has read all records of its topic. */
    void awaitDrained() throws Exception {
        pipeline.awaitWhole(last);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", pipeline.bootstrapServers()))) {
            awaitNoLag(admin, "soak-diff", SoakPipeline.GRAPHS);
            for (SoakStore store : pipeline.stores) {
                awaitNoLag(admin, "connect-" + store.name(), SoakPipeline.PATCHES);
            }
        }
    }

    private void awaitNoLag(Admin admin, String group, String topic) throws Exception {
        Await.until(group + " has committed all of " + topic, SoakDevices.PATIENCE, () -> {
            pipeline.supervisor.look();
            return lag(admin, group, topic) == 0;
        });
    }

    /** Number of committed records behind the offsets of a group; markers of transactions are no records. */
    private long lag(Admin admin, String group, String topic) throws Exception {
        Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get();
        long lag = 0;
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        pipeline.bootstrapServers(),
                        "isolation.level",
                        "read_committed",
                        "fetch.max.wait.ms",
                        100),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            for (int i = 0; i < SoakPipeline.PARTITIONS; i++) {
                TopicPartition partition = new TopicPartition(topic, i);
                consumer.assign(List.of(partition));
                long end = consumer.endOffsets(List.of(partition)).get(partition);
                consumer.seek(
                        partition,
                        committed.containsKey(partition)
                                ? committed.get(partition).offset()
                                : 0);
                while (consumer.position(partition) < end) {
                    lag += consumer.poll(Duration.ofMillis(100)).count();
                }
            }
        }
        return lag;
    }

    /** The topic of graphs has every message once, in the order of its device. Returns their number. */
    long checkGraphs() {
        Map<String, Long> numbers = new HashMap<>();
        try (RecordValues values = new RecordValues(pipeline.bootstrapServers())) {
            for (ConsumerRecord<String, byte[]> record :
                    Topics.committed(pipeline.bootstrapServers(), SoakPipeline.GRAPHS, SoakPipeline.PARTITIONS)) {
                if (!record.key().equals(SoakDevices.FIRST)) {
                    long number = numbers.merge(record.key(), 1L, Long::sum);
                    assertThat(Set.copyOf(values.read(record, RdfGraph.class).statements()))
                            .as("graph %d of %s, %d@%d", number, record.key(), record.partition(), record.offset())
                            .isEqualTo(Set.copyOf(
                                    pipeline.devices.graph(record.key(), number).statements()));
                }
            }
        }
        assertThat(numbers).as("graphs in the topic").isEqualTo(last);
        return numbers.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The topic of patches has one for each graph, each of which leads to that graph. Returns their number. */
    long checkPatches() throws Exception {
        long expected = messages() + 1; // the one of FIRST
        try (PatchWatch watch = new PatchWatch(
                pipeline.bootstrapServers(), SoakPipeline.PATCHES, SoakPipeline.PARTITIONS, pipeline.devices::stored)) {
            Await.until(
                    expected + " patches",
                    SoakDevices.PATIENCE,
                    () -> watch.poll().patches() >= expected || !watch.faults().isEmpty());
            assertThat(watch.faults()).isEmpty();
            last.forEach((device, number) -> assertThat(watch.number(device))
                    .as("last patch of %s", device)
                    .isEqualTo(number));
            assertThat(watch.patches()).isEqualTo(expected);
            return watch.patches();
        }
    }

    /** Every store, and the service, has the last graph of each device and no statement else in it. */
    void checkLastGraphs() throws Exception {
        for (Map.Entry<String, Long> device : last.entrySet()) {
            String key = device.getKey();
            assertThat(withoutName(pipeline.serve.graph(key)))
                    .as("%s in the service", key)
                    .isEqualTo(withoutName(pipeline.devices.stored(key, device.getValue())));
            for (SoakStore store : pipeline.stores) {
                assertThat(store.graph(key))
                        .as("%s in %s", key, store.name())
                        .isEqualTo(pipeline.devices.stored(key, device.getValue()));
            }
        }
    }

    private static Set<String> withoutName(Set<org.eclipse.rdf4j.model.Statement> graph) {
        Set<String> triples = new HashSet<>();
        graph.forEach(statement ->
                triples.add(statement.getSubject() + " " + statement.getPredicate() + " " + statement.getObject()));
        return triples;
    }

    /** {@code velella verify --full} finds nothing wrong, missing or doubled in any store. */
    void verifyAll() throws Exception {
        for (SoakStore store : pipeline.stores) {
            Path config = Files.writeString(
                    scratch.resolve(store.name() + ".json"), store.connector().toString());
            VelellaRun run = VelellaRun.of("verify", "--full", "--config", config.toString());
            assertThat(run.status()).as("%s: %s", store.name(), run).isZero();
            assertThat(run.out()).as(store.name()).contains("# difference: 0 statements too many, 0 missing");
            pipeline.log.line("verify " + store.name() + ": "
                    + String.join("; ", run.out().strip().lines().skip(1).toList()));
        }
    }
}
