package dev.velella.record.partition;

import java.io.Closeable;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
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
 * <p>The consumer is made when it is first needed. After a failure it is closed, and the next piece is read by a new
 * one. Between two pieces the consumer fetches nothing. Not thread-safe.
 */
public final class PartitionReader implements Closeable {
    /** Number of consumers that this class loader has made. It makes their names different. */
    private static final AtomicInteger MADE = new AtomicInteger();

    private static final Duration POLL = Duration.ofMillis(100);

    private final Map<String, Object> config;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private @Nullable Consumer<byte[], byte[]> consumer;

    /**
     * The range of offsets in a partition that this reader can read.
     *
     * @param begin offset of the first record
     * @param end offset after the last record; with {@code read_committed} at most the beginning of the first open
     *     transaction
     */
    public record Bounds(long begin, long end) {}

    /** Tells how the reading of a piece ended. */
    public enum End {
        /** All records were read. */
        READ,
        /** The budget was used up before the end. */
        SPENT,
        /** Records were removed meanwhile, at the beginning or at the end of the log. */
        CUT
    }

    /**
     * A reader with a consumer of its own, which is made later.
     *
     * @param clientConfig as for {@link dev.velella.record.LookBack LookBack}
     */
    public PartitionReader(Map<String, ?> clientConfig) {
        config = new HashMap<>(clientConfig);
        consumers = this::newConsumer;
        config.keySet().removeIf(PartitionReader::isOfTheOtherConsumer);
        config.putIfAbsent(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        // A jump to the beginning or the end of the log would skip records, and nobody would notice.
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        // A fetch that waits at the end of the log would delay the next look-back, because its questions to the broker
        // go through the same connection. This reader never waits for new records.
        config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 1);
    }

    /** A reader with consumers that come from elsewhere; it closes them. They read uncommitted records. */
    public PartitionReader(Supplier<Consumer<byte[], byte[]>> consumers) {
        config = Map.of(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        this.consumers = consumers;
    }

    /**
     * Whether an option belongs only to the given consumer: options of groups, of classes that handle records, and of
     * fetch sizes.
     */
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

    /** The isolation level of this reader: {@code read_committed} or {@code read_uncommitted}. */
    public String isolationLevel() {
        return String.valueOf(config.get(ConsumerConfig.ISOLATION_LEVEL_CONFIG));
    }

    /**
     * The range of offsets that can be read now.
     *
     * @throws UnknownTopicOrPartitionException if there is no such partition, or the client may not see it
     * @throws KafkaException if the cluster does not answer in time or refuses; the caller then calls {@link #discard}
     */
    public Bounds bounds(TopicPartition place, ReadBudget budget) {
        Consumer<byte[], byte[]> open = consumer();
        List<PartitionInfo> partitions = open.partitionsFor(place.topic(), budget.timeLeft());
        if (partitions.stream().noneMatch(info -> info.partition() == place.partition())) {
            throw new UnknownTopicOrPartitionException("there is no partition " + place);
        }
        List<TopicPartition> places = List.of(place);
        open.assign(places); // without this, the client warns that the partition is not assigned
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
     * @param take gets every record; this method throws the exceptions of it unchanged
     * @throws KafkaException as {@link #bounds}
     */
    public End read(
            TopicPartition place,
            long from,
            long to,
            ReadBudget budget,
            java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> take) {
        Consumer<byte[], byte[]> open = consumer();
        open.assign(List.of(place));
        try {
            open.seek(place, from);
            // Transaction markers, and records of aborted transactions, move the position although poll returns no
            // record.
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

    private Consumer<byte[], byte[]> consumer() {
        Consumer<byte[], byte[]> open = consumer;
        if (open == null) {
            open = consumers.get();
            consumer = open;
        }
        return open;
    }

    private KafkaConsumer<byte[], byte[]> newConsumer() {
        Map<String, Object> own = new HashMap<>(config);
        // The client needs a name of its own, because two clients with one name would register the same MBeans.
        Object name = config.getOrDefault(ConsumerConfig.CLIENT_ID_CONFIG, "");
        own.put(
                ConsumerConfig.CLIENT_ID_CONFIG,
                (name.toString().isEmpty() ? "velella" : name) + "-look-back-" + MADE.incrementAndGet());
        return new KafkaConsumer<>(own, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Closes the consumer without waiting. The next piece is read by a new consumer. */
    public void discard() {
        close(Duration.ZERO);
    }

    /** Closes the consumer, within a second at most. */
    @Override
    public void close() {
        close(Duration.ofSeconds(1));
    }

    // The replacement of this method is missing in the clients of older workers.
    @SuppressWarnings("deprecation")
    private void close(Duration patience) {
        Consumer<byte[], byte[]> open = consumer;
        consumer = null;
        if (open != null) {
            try {
                open.close(patience);
            } catch (KafkaException e) {
                // The consumer throws this after everything was closed, because of an interrupt or an earlier failure.
            }
        }
    }
}
