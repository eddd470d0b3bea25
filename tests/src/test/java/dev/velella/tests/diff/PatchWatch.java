package dev.velella.tests.diff;

import dev.velella.jelly.format.Limits;
import dev.velella.keyframe.FrameResult;
import dev.velella.keyframe.StreamLimits;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordDecoder;
import dev.velella.record.RecordHeaderNames;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.eclipse.rdf4j.model.Statement;

/**
 * Reads the committed patches of {@link Readings} as they come, and says what is wrong with them: every patch of a key has
 * to be the next one, to change what it says it changes, and to lead to the graph of its number.
 */
final class PatchWatch implements AutoCloseable {
    private final KafkaConsumer<String, byte[]> consumer;
    private final RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null);
    private final Map<String, Set<Statement>> graphs = new HashMap<>();
    private final Map<String, Long> numbers = new HashMap<>();
    private final List<String> faults = new ArrayList<>();
    private long patches;

    PatchWatch(String bootstrapServers, String topic, int partitions) {
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> assigned = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        consumer.assign(assigned);
        consumer.seekToBeginning(assigned);
    }

    /** Reads what is there, for a short while. */
    PatchWatch poll() {
        consumer.poll(Duration.ofMillis(100)).forEach(this::read);
        return this;
    }

    /** Number of patches read. */
    long patches() {
        return patches;
    }

    /** What was wrong, in the order in which it was read. */
    List<String> faults() {
        return faults;
    }

    /** Number of the last patch of a key. */
    long number(String key) {
        return numbers.getOrDefault(key, 0L);
    }

    private void read(ConsumerRecord<String, byte[]> record) {
        patches++;
        String key = record.key();
        String where = key + " at " + record.partition() + "@" + record.offset() + ": ";
        if (!(decoder.decode(record) instanceof FrameResult.Decoded decoded)
                || !(decoded.element() instanceof RdfPatch patch)) {
            faults.add(where + "cannot be decoded");
            return;
        }
        PatchPosition position = PatchPosition.parse(
                new String(record.headers().lastHeader(RecordHeaderNames.PATCH).value(), StandardCharsets.US_ASCII));
        long expected = number(key) + 1;
        if (position.number() != expected) {
            faults.add(where + "patch " + position.number() + " where " + expected + " should be");
        }
        numbers.put(key, position.number());
        Set<Statement> graph = graphs.computeIfAbsent(key, k -> new HashSet<>());
        for (PatchOperation operation : patch.operations()) {
            if (operation instanceof PatchOperation.Delete delete && !graph.remove(delete.statement())) {
                faults.add(where + "deletes what is not there");
            } else if (operation instanceof PatchOperation.Add add && !graph.add(add.statement())) {
                faults.add(where + "adds what is there");
            }
        }
        if (position.hash() != GraphHash.ofSet(graph)) {
            faults.add(where + "leads to another hash");
        }
        if (!graph.equals(Readings.target(key, position.number()))) {
            faults.add(where + "patch " + position.number() + " leads to another graph");
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
