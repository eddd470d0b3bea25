package dev.velella.source.rdf4j;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.kit.cluster.ClusterOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The signals of a topic, from an offset that the task stores. Owns a consumer. A record that is no signal is logged and left
 * out. Not thread-safe.
 */
final class CaptureSignals implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CaptureSignals.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final KafkaConsumer<String, String> consumer;
    private final TopicPartition partition;
    private final String key;

    /** What a signal asks for. */
    enum Kind {
        EXECUTE_SNAPSHOT,
        STOP,
        NONE
    }

    /**
     * A signal.
     *
     * @param next offset after it
     */
    record Signal(Kind kind, long next) {}

    private CaptureSignals(KafkaConsumer<String, String> consumer, TopicPartition partition, String key) {
        this.consumer = consumer;
        this.partition = partition;
        this.key = key;
    }

    /** The signals from an offset on; from the end of the topic if it is negative. Null if there is no topic of signals. */
    static @Nullable CaptureSignals open(AbstractConfig config, long from) {
        String topic = CaptureOptions.SIGNAL_TOPIC.orNull(config);
        if (topic == null) {
            return null;
        }
        Map<String, Object> client = ClusterOptions.clientProperties(config.originals());
        client.put("enable.auto.commit", "false");
        client.put("isolation.level", "read_committed");
        client.put("auto.offset.reset", "latest");
        client.put("allow.auto.create.topics", "false");
        KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(client, new StringDeserializer(), new StringDeserializer());
        TopicPartition partition = new TopicPartition(topic, 0);
        consumer.assign(List.of(partition));
        if (from >= 0) {
            consumer.seek(partition, from);
        } else {
            consumer.seekToEnd(List.of(partition));
        }
        return new CaptureSignals(consumer, partition, CaptureOptions.key(config));
    }

    /** The last signal that has come; null if none has. Does not wait for one. */
    @Nullable
    Signal poll() {
        Signal last = null;
        for (ConsumerRecord<String, String> record : consumer.poll(Duration.ZERO)) {
            Kind kind = key.equals(record.key()) ? kind(record.value()) : Kind.NONE;
            if (kind != Kind.NONE) {
                log.info("Signal {} at offset {} of {}", kind, record.offset(), partition);
                last = new Signal(kind, record.offset() + 1);
            }
        }
        return last;
    }

    private static Kind kind(@Nullable String value) {
        try {
            JsonNode type = value == null ? null : JSON.readTree(value).get("type");
            String text = type == null ? "" : type.asText();
            if (text.equals("execute-snapshot")) {
                return Kind.EXECUTE_SNAPSHOT;
            } else if (text.equals("stop") || text.equals("stop-snapshot")) {
                return Kind.STOP;
            }
        } catch (JsonProcessingException e) {
            // the line below says enough
        }
        log.warn(
                "A record of the topic of signals is no signal: {\"type\": \"execute-snapshot\"} or {\"type\": \"stop\"}");
        return Kind.NONE;
    }

    @Override
    public void close() {
        consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(Duration.ZERO));
    }
}
