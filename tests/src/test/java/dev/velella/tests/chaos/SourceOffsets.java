package dev.velella.tests.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Committed offsets of sources, from the topic in which a worker keeps them. The worker would tell them too, but reads that topic
 * anew for every answer, and does nothing else meanwhile: while a transaction of a worker that was killed is open, for seconds.
 */
final class SourceOffsets implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final KafkaConsumer<byte[], byte[]> consumer;

    /** Next element of each writer, by connector. */
    private final Map<String, Map<JsonNode, Long>> offsets = new HashMap<>();

    /** @param topic of one partition, which a worker made */
    SourceOffsets(String bootstrapServers, String topic) {
        consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrapServers,
                        "isolation.level",
                        Isolation.COMMITTED.level(),
                        "auto.offset.reset",
                        "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        consumer.assign(List.of(new TopicPartition(topic, 0)));
    }

    /** Smallest next element of a source's writers; -1 while not every writer has an offset. */
    long progress(String source, int writers) throws IOException {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(10))) {
            JsonNode key = JSON.readTree(record.key()); // name of the connector, partition of the source
            JsonNode next = JSON.readTree(record.value());
            offsets.computeIfAbsent(key.get(0).asText(), connector -> new HashMap<>())
                    .put(key.get(1), next.path("next").asLong());
        }
        Collection<Long> known = offsets.getOrDefault(source, Map.of()).values();
        return known.size() < writers
                ? -1
                : known.stream().mapToLong(Long::longValue).min().orElse(-1);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
