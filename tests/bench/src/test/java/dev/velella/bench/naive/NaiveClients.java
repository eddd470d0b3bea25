package dev.velella.bench.naive;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Kafka clients of the hand-made pipeline.
 *
 * @param better with the settings that a second look at the manual gives: zstd, linger, full batches, offsets committed by hand
 * @param sessionMs how long the broker waits for a killed consumer before another takes its place
 */
record NaiveClients(String bootstrapServers, boolean better, int sessionMs) {
    /** With its defaults: those include idempotence. */
    KafkaProducer<String, String> producer() {
        Map<String, Object> settings = new HashMap<>(Map.of("bootstrap.servers", bootstrapServers));
        if (better) {
            settings.put("enable.idempotence", "true");
            settings.put("compression.type", "zstd");
            settings.put("linger.ms", "20");
            settings.put("batch.size", "65536");
        }
        return new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
    }

    /** Offsets are committed every five seconds by themselves, or by hand. */
    KafkaConsumer<String, String> consumer(String topic) {
        Map<String, Object> settings = new HashMap<>(Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "group.id",
                "reads-" + topic,
                "auto.offset.reset",
                "earliest",
                "session.timeout.ms",
                sessionMs));
        if (better) {
            settings.put("enable.auto.commit", "false");
            settings.put("max.poll.records", "1000");
        }
        KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
        consumer.subscribe(List.of(topic));
        return consumer;
    }
}
