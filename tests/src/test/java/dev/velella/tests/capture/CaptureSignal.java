package dev.velella.tests.capture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.serde.JellyPatchDeserializer;
import dev.velella.tests.Await;
import dev.velella.tests.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.rdf4j.model.Statement;

/** A signal that asks a source for all statements once more, and the patches and heartbeats that follow. */
final class CaptureSignal {
    private final String bootstrapServers;
    private final String topic;
    private final String signals;
    private final String heartbeats;

    /**
     * @param topic of the patches
     * @param signals topic of the signals
     * @param heartbeats topic of the heartbeats
     */
    CaptureSignal(String bootstrapServers, String topic, String signals, String heartbeats) {
        this.bootstrapServers = bootstrapServers;
        this.topic = topic;
        this.signals = signals;
        this.heartbeats = heartbeats;
    }

    /** Sends the signal, and waits until patches without an effect have emitted these statements, and no others. */
    void emitsOnceMore(String key, Set<Statement> statements, Duration patience) throws Exception {
        long begin = end(topic);
        send(key, "{\"type\":\"no-signal\"}");
        send("of-another-stream", "{\"type\":\"execute-snapshot\"}");
        send(key, "{\"type\":\"execute-snapshot\"}");
        Set<Statement> added = new HashSet<>();
        Set<Statement> deleted = new HashSet<>();
        try (KafkaConsumer<String, RdfPatch> consumer = consumer(begin)) {
            Await.until("all statements are emitted once more", patience, () -> {
                for (ConsumerRecord<String, RdfPatch> record : consumer.poll(Duration.ofMillis(100))) {
                    for (PatchOperation row : record.value().operations()) {
                        if (row instanceof PatchOperation.Add add) {
                            assertThat(added.add(add.statement())).as("%s", row).isTrue();
                        } else if (row instanceof PatchOperation.Delete delete) {
                            deleted.add(delete.statement());
                        }
                    }
                }
                return added.size() >= statements.size();
            });
        }
        assertThat(added).isEqualTo(statements);
        assertThat(deleted).isEqualTo(statements);
    }

    /** Waits for a heartbeat of a source that has emitted everything. */
    void awaitHeartbeat(String key, long commit, Duration patience) throws Exception {
        ObjectMapper json = new ObjectMapper();
        Await.until("a heartbeat of commit " + commit, patience, () -> {
            for (ConsumerRecord<String, byte[]> record : Topics.committed(bootstrapServers, heartbeats, 1)) {
                JsonNode beat = json.readTree(record.value());
                if (record.key().equals(key)
                        && beat.path("commit").asLong() == commit
                        && beat.path("lag").asLong(-1) == 0) {
                    return true;
                }
            }
            return false;
        });
    }

    private void send(String key, String signal) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", (Object) bootstrapServers),
                new StringSerializer(),
                new StringSerializer())) {
            producer.send(new ProducerRecord<>(signals, 0, key, signal)).get();
        }
    }

    private long end(String topic) {
        List<ConsumerRecord<String, byte[]>> records = Topics.committed(bootstrapServers, topic, 1);
        return records.get(records.size() - 1).offset() + 1;
    }

    private KafkaConsumer<String, RdfPatch> consumer(long begin) {
        Map<String, Object> config = new HashMap<>();
        config.put("bootstrap.servers", bootstrapServers);
        config.put("isolation.level", "read_committed");
        config.put("fetch.max.wait.ms", 100);
        config.put("key.deserializer", StringDeserializer.class.getName());
        config.put("value.deserializer", JellyPatchDeserializer.class.getName());
        KafkaConsumer<String, RdfPatch> consumer = new KafkaConsumer<>(config);
        TopicPartition partition = new TopicPartition(topic, 0);
        consumer.assign(List.of(partition));
        consumer.seek(partition, begin);
        return consumer;
    }
}
