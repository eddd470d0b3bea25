package dev.velella.record.partition;

import java.io.Closeable;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads pieces of partitions with a consumer of its own, which belongs to no group and commits nothing.
 *
 * <p>The consumer is made when it is first needed, and thrown away after a failure. Between two pieces it fetches nothing.
 * Not thread-safe.
 */
public final class PartitionReader implements Closeable {
    /** Number of consumers made by this class loader, for their names. */
    private static final AtomicInteger MADE = new AtomicInteger();

    private static final Duration POLL = Duration.ofMillis(100);

    private final Map<String, Object> config;
    private @Nullable KafkaConsumer<byte[], byte[]> consumer;

    /**
     * What a partition holds for this reader.
     *
     * @param begin offset of the first record
     * @param end offset after the last one; of a reader with {@code read_committed} at most the begin of the first open
     *     transaction
     */
    public record Bounds(long begin, long end) {}

    /** How a piece ended. */
    public enum End {
        /** All was read. */
        READ,
        /** The budget was spent before. */
        SPENT,
        /** The log was cut meanwhile, at its begin or at its end. */
        CUT
    }

    /** @param clientConfig as for {@link dev.velella.record.LookBack LookBack} */
    public PartitionReader(Map<String, ?> clientConfig) {
        config = new HashMap<>(clientConfig);
        config.keySet().removeIf(PartitionReader::isOfTheOtherConsumer);
        config.putIfAbsent(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        // A jump to the begin or the end of the log would pass over records without anybody noticing.
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        // A fetch that waits at the end of the log holds up the next look-back, whose questions to the broker go
        // through
        // the same connection. Nothing here waits for new records.
        config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 1);
    }

    /** What concerns groups, what other classes do with records, and how many records are fetched at a time. */
    private static boolean isOfTheOtherConsumer(String key) {
        return key.startsWith("group.")
                || key.startsWith("interceptor.")
                || key.startsWith("fetch.")
                || key.equals(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG)
                || key.equals(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG)
                || key.equals(ConsumerConfig.MAX_POLL_RECORDS_CONFIG)
                || key.equals(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG)
                || key.equals(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG);
    }

    /** {@code read_committed} or {@code read_uncommitted}. */
    public String isolationLevel() {
        return String.valueOf(config.get(ConsumerConfig.ISOLATION_LEVEL_CONFIG));
    }

    /**
     * What there is to read.
     *
     * @throws UnknownTopicOrPartitionException if there is no such partition, or the client may not see it
     * @throws KafkaException if the cluster does not answer in time or refuses; {@link #discard} then
     */
    public Bounds bounds(TopicPartition place, ReadBudget budget) {
        KafkaConsumer<byte[], byte[]> open = consumer();
        List<PartitionInfo> partitions = open.partitionsFor(place.topic(), budget.timeLeft());
        if (partitions.stream().noneMatch(info -> info.partition() == place.partition())) {
            throw new UnknownTopicOrPartitionException("there is no partition " + place);
        }
        List<TopicPartition> places = List.of(place);
        open.assign(places); // else the client warns that it asks for ends of what it does not read
        Long begin = open.beginningOffsets(places, budget.timeLeft()).get(place);
        Long end = open.endOffsets(places, budget.timeLeft()).get(place);
        if (begin == null || end == null) {
            throw new TimeoutException("the broker does not tell the offsets of " + place);
        }
        return new Bounds(begin, end);
    }

    /**
     * Reads the records of a piece in order.
     *
     * @param from offset of the first record
     * @param to offset after the last record, at most the end of the bounds
     * @param take gets every record; what it throws is thrown here
     * @throws KafkaException as {@link #bounds}
     */
    public End read(
            TopicPartition place,
            long from,
            long to,
            ReadBudget budget,
            Consumer<ConsumerRecord<byte[], byte[]>> take) {
        KafkaConsumer<byte[], byte[]> open = consumer();
        open.assign(List.of(place));
        try {
            open.seek(place, from);
            // Markers of transactions and records of aborted ones move the position and give no record.
            while (open.position(place, budget.timeLeft()) < to) {
                Duration left = budget.timeLeft();
                for (ConsumerRecord<byte[], byte[]> record : open.poll(left.compareTo(POLL) < 0 ? left : POLL)) {
                    if (record.offset() >= to) {
                        return End.READ;
                    }
                    if (budget.isSpent()) {
                        return End.SPENT;
                    }
                    budget.take(Math.max(0, record.serializedValueSize()));
                    take.accept(record);
                }
            }
            return End.READ;
        } catch (OffsetOutOfRangeException e) {
            return End.CUT;
        } finally {
            open.unsubscribe();
        }
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        KafkaConsumer<byte[], byte[]> open = consumer;
        if (open == null) {
            Map<String, Object> own = new HashMap<>(config);
            // A name of its own: two clients of one name would fight for the same MBeans.
            Object name = config.getOrDefault(ConsumerConfig.CLIENT_ID_CONFIG, "");
            own.put(
                    ConsumerConfig.CLIENT_ID_CONFIG,
                    (name.toString().isEmpty() ? "velella" : name) + "-look-back-" + MADE.incrementAndGet());
            open = new KafkaConsumer<>(own, new ByteArrayDeserializer(), new ByteArrayDeserializer());
            consumer = open;
        }
        return open;
    }

    /** Closes the consumer without waiting for anybody; the next piece is read by another one. */
    public void discard() {
        close(Duration.ZERO);
    }

    /** Closes the consumer, in a second at most. */
    @Override
    public void close() {
        close(Duration.ofSeconds(1));
    }

    // The replacement is not there in the clients of older workers.
    @SuppressWarnings("deprecation")
    private void close(Duration patience) {
        KafkaConsumer<byte[], byte[]> open = consumer;
        consumer = null;
        if (open != null) {
            try {
                open.close(patience);
            } catch (KafkaException e) {
                // Thrown after everything was closed, because of an interrupt or a client that failed before.
            }
        }
    }
}
