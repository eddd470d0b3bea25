package dev.velella.quickstart;

import dev.velella.kit.thread.Daemon;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the committed records of a topic from its beginning, until it is closed, on a thread of its own.
 *
 * <p>That thread also calls the reader for each record, one after the other. An exception of the reader ends the
 * reading and is kept, unless {@link #passOverUnreadable} was called.
 */
final class TopicTail implements AutoCloseable {
    /** Processes the records. */
    interface Reader {
        void read(ConsumerRecord<String, byte[]> record);
    }

    private static final Logger LOG = LoggerFactory.getLogger(TopicTail.class);

    private final KafkaConsumer<String, byte[]> consumer;
    private final Reader reader;
    private final Thread thread;

    /** Next offset after the last record read, by partition. Written by the reading thread only. */
    private final Map<TopicPartition, Long> readTo = new ConcurrentHashMap<>();

    /** Position of the consumer, also after transaction markers, by partition. Written by the reading thread only. */
    private final Map<TopicPartition, Long> positions = new ConcurrentHashMap<>();

    private volatile boolean closed;
    private volatile boolean lenient;
    private volatile @Nullable RuntimeException failure;

    TopicTail(String bootstrapServers, String topic, int partitions, Reader reader) {
        this.reader = reader;
        Map<String, Object> config = new HashMap<>();
        config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        consumer = new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> assigned = java.util.stream.IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        consumer.assign(assigned);
        consumer.seekToBeginning(assigned);
        thread = Daemon.of("tail-" + topic, this::run);
    }

    /** From now on, a record that the reader cannot take is logged and left out. */
    void passOverUnreadable() {
        lenient = true;
    }

    void start() {
        thread.start();
    }

    /** Next offset after the last record read, by partition. Partitions without records are left out. */
    Map<TopicPartition, Long> readTo() {
        return Map.copyOf(readTo);
    }

    /** Whether all records below these offsets have been read. */
    boolean hasRead(Map<TopicPartition, Long> endOffsets) {
        return endOffsets.entrySet().stream()
                .allMatch(end -> positions.getOrDefault(end.getKey(), -1L) >= end.getValue());
    }

    /** The exception of the reader; null if there is none. */
    @Nullable
    RuntimeException failure() {
        return failure;
    }

    private void run() {
        try (consumer) {
            while (!closed) {
                for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                    read(record);
                    readTo.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
                }
                for (TopicPartition partition : consumer.assignment()) {
                    positions.put(partition, consumer.position(partition));
                }
            }
        } catch (WakeupException e) {
            if (!closed) {
                failure = e;
            }
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    private void read(ConsumerRecord<String, byte[]> record) {
        try {
            reader.read(record);
        } catch (RuntimeException e) {
            if (!lenient) {
                throw e;
            }
            LOG.warn("{}-{}@{} is left out: {}", record.topic(), record.partition(), record.offset(), e.getMessage());
        }
    }

    @Override
    public void close() {
        closed = true;
        consumer.wakeup();
        try {
            thread.join(2000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
