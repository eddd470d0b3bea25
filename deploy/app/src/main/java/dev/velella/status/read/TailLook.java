package dev.velella.status.read;

import dev.velella.status.state.TopicState.Bounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the last record of partitions, with a consumer that belongs to no group. A partition ends with markers of
 * transactions, which are no records: so the last record is looked for, first near the end, then further back. A
 * partition whose end has not moved is not read again. Not thread-safe.
 */
final class TailLook implements AutoCloseable {
    private static final long[] DISTANCES = {8, 200, 5_000};
    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Duration timeout;
    private final Map<TopicPartition, Tail> known = new HashMap<>();

    /**
     * The end of a partition.
     *
     * @param bounds begin, and end after the last record
     * @param logEnd end of the log, after all markers
     * @param last the last record that was found; null if none was
     */
    record Tail(Bounds bounds, long logEnd, @Nullable ConsumerRecord<byte[], byte[]> last) {}

    /** @param timeout longest wait for a broker */
    TailLook(Map<String, String> client, Duration timeout) {
        this.timeout = timeout;
        Map<String, Object> config = new HashMap<>(client);
        config.keySet().removeIf(key -> key.startsWith("group.") || key.endsWith(".deserializer"));
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        config.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) timeout.toMillis());
        config.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 65_536);
        config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 50);
        config.put(ConsumerConfig.CLIENT_ID_CONFIG, "velella-status");
        consumer = new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /**
     * The ends of partitions.
     *
     * @throws org.apache.kafka.common.KafkaException if the brokers do not answer
     */
    Map<TopicPartition, Tail> tails(Collection<TopicPartition> partitions) {
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions, timeout);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, timeout);
        List<TopicPartition> wanted = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            long begin = begins.getOrDefault(partition, 0L);
            long end = ends.getOrDefault(partition, begin);
            Tail before = known.get(partition);
            if (before == null || before.logEnd() != end || before.bounds().begin() != begin) {
                ConsumerRecord<byte[], byte[]> last = before == null ? null : before.last();
                long recordsEnd = begin == end
                        ? end
                        : before == null || before.logEnd() > end
                                ? end
                                : before.bounds().end();
                known.put(partition, new Tail(new Bounds(begin, Math.max(begin, recordsEnd)), end, last));
                if (end > begin) {
                    wanted.add(partition);
                }
            }
        }
        for (int i = 0; i < DISTANCES.length && !wanted.isEmpty(); i++) {
            wanted = missing(wanted, DISTANCES[i]);
        }
        Map<TopicPartition, Tail> tails = new HashMap<>(known);
        tails.keySet().retainAll(partitions);
        return tails;
    }

    /** Reads the last records; returns the partitions in which none was found. */
    private List<TopicPartition> missing(List<TopicPartition> partitions, long distance) {
        consumer.assign(partitions);
        Map<TopicPartition, Long> ends = new HashMap<>();
        for (TopicPartition partition : partitions) {
            Tail tail = known(partition);
            ends.put(partition, tail.logEnd());
            consumer.seek(partition, Math.max(tail.bounds().begin(), tail.logEnd() - distance));
        }
        Map<TopicPartition, ConsumerRecord<byte[], byte[]>> found = new HashMap<>();
        long deadline = System.nanoTime() + timeout.toNanos();
        boolean read = false;
        while (!read && System.nanoTime() < deadline) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                found.put(new TopicPartition(record.topic(), record.partition()), record);
            }
            read = ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey(), timeout) >= end.getValue());
        }
        List<TopicPartition> missing = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            ConsumerRecord<byte[], byte[]> last = found.get(partition);
            Tail tail = known(partition);
            if (last == null) {
                missing.add(partition);
            } else {
                known.put(
                        partition, new Tail(new Bounds(tail.bounds().begin(), last.offset() + 1), tail.logEnd(), last));
            }
        }
        return missing;
    }

    /**
     * The timestamps of the records at offsets, or of the next ones. Partitions without such a record are left out, and those
     * that give none in time.
     */
    Map<TopicPartition, Long> times(Map<TopicPartition, Long> offsets) {
        Map<TopicPartition, Long> times = new HashMap<>();
        consumer.assign(offsets.keySet());
        offsets.forEach(consumer::seek);
        long deadline = System.nanoTime() + timeout.toNanos();
        while (times.size() < offsets.size() && System.nanoTime() < deadline) {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            for (TopicPartition partition : records.partitions()) {
                times.putIfAbsent(partition, records.records(partition).get(0).timestamp());
            }
        }
        return times;
    }

    /**
     * Reads a partition, for the timeout at most.
     *
     * @param from first offset
     * @param to offset after the last one
     * @param records takes the records in the order of their offsets
     * @return the next offset: at least {@code to} if all were read
     */
    long read(TopicPartition partition, long from, long to, Consumer<ConsumerRecord<byte[], byte[]>> records) {
        consumer.assign(List.of(partition));
        consumer.seek(partition, from);
        long deadline = System.nanoTime() + timeout.toNanos();
        while (consumer.position(partition, timeout) < to && System.nanoTime() < deadline) {
            consumer.poll(POLL).forEach(records);
        }
        return consumer.position(partition, timeout);
    }

    private Tail known(TopicPartition partition) {
        Tail tail = known.get(partition);
        return tail == null ? new Tail(new Bounds(0, 0), 0, null) : tail;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
