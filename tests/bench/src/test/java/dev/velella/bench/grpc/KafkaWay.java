package dev.velella.bench.grpc;

import dev.velella.bench.data.Readings;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.rdf.RdfGraph;
import dev.velella.serde.JellyGraphDeserializer;
import dev.velella.serde.JellyGraphSerializer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A producer and a consumer of Kafka with Velella's serializer and deserializer. */
final class KafkaWay implements GraphWay {
    /** No record for so long means that none will come. */
    private static final long PATIENCE_NS = 300_000_000_000L;

    private final String topic;
    private final KafkaProducer<String, RdfGraph> producer;
    private final KafkaConsumer<String, RdfGraph> consumer;
    private final Queue<RdfGraph> polled = new ArrayDeque<>();

    /** The first failure of a record. */
    private volatile Exception failure;

    /** @param more options of both clients */
    KafkaWay(String bootstrapServers, String topic, Map<String, String> more) {
        this.topic = topic;
        Map<String, Object> config = new HashMap<>(more);
        config.put("bootstrap.servers", bootstrapServers);
        config.put("acks", "all");
        config.put("isolation.level", "read_committed");
        config.put("auto.offset.reset", "none");
        config.put("enable.auto.commit", "false");
        config.put("value.serializer", JellyGraphSerializer.class);
        config.put("key.serializer", StringSerializer.class);
        config.put("value.deserializer", JellyGraphDeserializer.class);
        config.put("key.deserializer", StringDeserializer.class);
        producer = new KafkaProducer<>(config);
        consumer = new KafkaConsumer<>(config);
        TopicPartition partition = new TopicPartition(topic, 0);
        consumer.assign(List.of(partition));
        consumer.seekToEnd(List.of(partition));
        consumer.position(partition);
        producer.partitionsFor(topic);
    }

    @Override
    public void send(RdfGraph graph) {
        var unused = producer.send(new ProducerRecord<>(topic, 0, Readings.key(graph), graph), (place, problem) -> {
            if (problem != null) {
                failure = problem;
            }
        });
    }

    @Override
    public RdfGraph take() {
        long begin = System.nanoTime();
        while (polled.isEmpty()) {
            for (ConsumerRecord<String, RdfGraph> record : consumer.poll(Duration.ofMillis(100))) {
                polled.add(record.value());
            }
            if (failure != null) {
                throw new BenchmarkException("a record cannot be sent", failure);
            } else if (System.nanoTime() - begin > PATIENCE_NS) {
                throw new BenchmarkException("a record does not come");
            }
        }
        return polled.remove();
    }

    @Override
    public void close() {
        producer.close();
        consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
}
