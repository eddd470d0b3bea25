package dev.velella.forget;

import dev.velella.failure.UserException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Looks for the records of one key in topics, and writes tombstones for it. Reads every record of a topic, but keeps
 * none. Owned by one thread.
 */
public final class KeyTopics implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(500);

    private final Map<String, Object> client;
    private final byte[] key;
    private final Duration timeout;
    private final Admin admin;

    /**
     * @param client properties of the Kafka clients
     * @param timeout longest wait for a broker
     */
    public KeyTopics(Map<String, String> client, byte[] key, Duration timeout) {
        this.client = new HashMap<>(client);
        this.client.put("default.api.timeout.ms", (int) timeout.toMillis());
        this.key = key.clone();
        this.timeout = timeout;
        this.admin = Admin.create(this.client);
    }

    /**
     * The settings of topics.
     *
     * @throws UserException if a topic does not exist, or the cluster does not answer
     */
    public Map<String, TopicRules> rules(Collection<String> topics) {
        try {
            Map<String, TopicRules> rules = new TreeMap<>();
            admin.describeConfigs(topics.stream()
                            .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
                            .toList())
                    .all()
                    .get()
                    .forEach((resource, config) -> rules.put(resource.name(), TopicRules.of(config)));
            return rules;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                throw new UserException("one of the topics does not exist: " + String.join(", ", topics), e);
            }
            throw new UserException(
                    "the settings of the topics cannot be read: "
                            + (e.getCause() == null ? e : e.getCause()).getMessage(),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UserException("interrupted", e);
        }
    }

    /**
     * The records of the key in a topic, by partition, up to the present end of the topic.
     *
     * @throws UserException if the topic cannot be read
     */
    public List<KeyHolding> holdings(String topic) {
        Map<String, Object> config = new HashMap<>(client);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted"); // aborted records lie there as well
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic, timeout).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            Map<Integer, KeyHolding> found = new TreeMap<>();
            partitions.forEach(each -> found.put(each.partition(), KeyHolding.none(topic, each.partition())));
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, timeout);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    if (Arrays.equals(record.key(), key)) {
                        found.computeIfPresent(
                                record.partition(),
                                (partition, holding) ->
                                        holding.with(record.offset(), record.timestamp(), record.value() == null));
                    }
                }
            }
            return new ArrayList<>(found.values());
        } catch (KafkaException e) {
            throw new UserException("topic " + topic + " cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Writes a tombstone for the key into each partition that holds values of it and does not end with one. If none
     * does, writes none.
     *
     * @return number of tombstones
     * @throws UserException if a tombstone cannot be written
     */
    public int end(List<KeyHolding> holdings) {
        List<KeyHolding> open = holdings.stream()
                .filter(holding -> holding.values() > 0 && !holding.endsWithTombstone())
                .toList();
        Map<String, Object> config = new HashMap<>(client);
        config.put("acks", "all");
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (KeyHolding holding : open) {
                producer.send(new ProducerRecord<>(holding.topic(), holding.partition(), key, null))
                        .get();
            }
            return open.size();
        } catch (ExecutionException | KafkaException e) {
            throw new UserException(
                    "a tombstone cannot be written: " + (e.getCause() == null ? e : e.getCause()).getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UserException("interrupted", e);
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
