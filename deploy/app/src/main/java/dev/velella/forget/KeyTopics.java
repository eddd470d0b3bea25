package dev.velella.forget;

import dev.velella.dictionary.Dictionary;
import dev.velella.failure.UserException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TimeoutException;
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
        this.client.put("request.timeout.ms", (int) timeout.toMillis()); // may not be longer
        this.key = key.clone();
        this.timeout = timeout;
        this.admin = Admin.create(this.client);
    }

    /**
     * The settings of topics.
     *
     * @throws UserException if a topic does not exist, or the cluster refuses to tell
     * @throws TimeoutException if the cluster does not answer
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
            if (e.getCause() instanceof TimeoutException timeout) {
                throw timeout;
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
     * @throws TimeoutException if the cluster does not answer
     */
    public List<KeyHolding> holdings(String topic) {
        Map<Integer, KeyHolding> found = new TreeMap<>();
        List<TopicPartition> partitions = read(topic, record -> {
            if (Arrays.equals(record.key(), key)) {
                found.compute(
                        record.partition(),
                        (partition, holding) -> (holding == null ? KeyHolding.none(topic, partition) : holding)
                                .with(record.offset(), record.timestamp(), record.value() == null));
            }
        });
        partitions.forEach(each -> found.computeIfAbsent(each.partition(), none -> KeyHolding.none(topic, none)));
        return new ArrayList<>(found.values());
    }

    /**
     * Number of dictionaries in their topic that hold the key as a term, or as a part of one; 0 if there is no such topic.
     * A term that spells the key otherwise is not found.
     *
     * @throws UserException if the topic cannot be read
     * @throws TimeoutException if the cluster does not answer
     */
    public int dictionaries(String topic) {
        Set<Long> found = new HashSet<>();
        read(topic, record -> {
            byte[] frame = record.value();
            if (frame != null && holds(frame)) {
                found.add(Dictionary.nameOf(Dictionary.digest(frame)));
            }
        });
        return found.size();
    }

    private boolean holds(byte[] frame) {
        for (int at = 0; at + key.length <= frame.length; at++) {
            if (Arrays.equals(frame, at, at + key.length, key, 0, key.length)) {
                return true;
            }
        }
        return false;
    }

    /** Reads a topic up to its present end; returns its partitions, none if it does not exist. */
    private List<TopicPartition> read(String topic, Consumer<ConsumerRecord<byte[], byte[]>> each) {
        Map<String, Object> config = new HashMap<>(client);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted"); // aborted records lie there as well
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic, timeout).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, timeout);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(POLL).forEach(each);
            }
            return partitions;
        } catch (TimeoutException e) {
            throw e;
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
