package dev.velella.tests.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.tests.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

/** The container engine, the broker image and the faults that other container tests build on. */
@RequiresContainerEngine
@Testcontainers
class BrokerContainerIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @Container
    static final BrokerContainer BROKER = new BrokerContainer();

    @Test
    void recordsWrittenOnTheHostAreReadBackInOrder() throws Exception {
        String topic = newTopic();
        List<String> values =
                IntStream.range(0, 1000).mapToObj(n -> "value-" + n).toList();

        try (KafkaProducer<String, String> producer = producer(LIMIT)) {
            List<Future<RecordMetadata>> sends = new ArrayList<>();
            values.forEach(value -> sends.add(producer.send(new ProducerRecord<>(topic, "key", value))));
            for (Future<RecordMetadata> send : sends) {
                send.get();
            }
        }

        assertThat(valuesUntil(topic, "value-999")).isEqualTo(values);
    }

    @Test
    void aFrozenBrokerFailsSendsAndServesAgainWhenThawed() throws Exception {
        String topic = newTopic();
        try (KafkaProducer<String, String> producer = producer(LIMIT)) {
            producer.send(new ProducerRecord<>(topic, "key", "before")).get();
        }

        BROKER.freeze();
        try (KafkaProducer<String, String> producer = producer(Duration.ofSeconds(2))) {
            assertThatThrownBy(() -> producer.send(new ProducerRecord<>(topic, "key", "during"))
                            .get())
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(TimeoutException.class);
        } finally {
            BROKER.thaw();
        }

        try (KafkaProducer<String, String> producer = producer(LIMIT)) {
            producer.send(new ProducerRecord<>(topic, "key", "after")).get();
        }
        assertThat(valuesUntil(topic, "after")).containsExactly("before", "after");
    }

    private static String newTopic() throws Exception {
        String topic = "topic-" + UUID.randomUUID();
        try (Admin admin =
                Admin.create(Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, (Object) BROKER.getBootstrapServers()))) {
            Topics.create(admin, topic, 1);
        }
        return topic;
    }

    /** A producer that gives a record up after the limit, be it for want of metadata or of an answer. */
    private static KafkaProducer<String, String> producer(Duration limit) {
        int limitMs = (int) limit.toMillis();
        return new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        BROKER.getBootstrapServers(),
                        ProducerConfig.LINGER_MS_CONFIG,
                        0,
                        ProducerConfig.MAX_BLOCK_MS_CONFIG,
                        limitMs,
                        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                        limitMs / 2,
                        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                        limitMs),
                new StringSerializer(),
                new StringSerializer());
    }

    /** Values of the topic from its begin up to and including the given one, or all that came within the limit. */
    private static List<String> valuesUntil(String topic, String last) {
        List<String> values = new ArrayList<>();
        Instant deadline = Instant.now().plus(LIMIT);
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        BROKER.getBootstrapServers(),
                        ConsumerConfig.GROUP_ID_CONFIG,
                        "reader-of-" + topic,
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest"),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.subscribe(List.of(topic));
            while (!values.contains(last) && Instant.now().isBefore(deadline)) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(200))) {
                    values.add(record.value());
                }
            }
        }
        return values;
    }
}
