package dev.velella.grpc.subscribe;

import dev.velella.grpc.protocol.Begin;
import dev.velella.grpc.protocol.CallProblem;
import dev.velella.grpc.protocol.Positions;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the committed records of all partitions of a topic. It belongs to no group and commits nothing. It never leaves a
 * record out: records that were deleted before it came to them are an error, and partitions that are added are read from
 * their first record on.
 *
 * <p>One thread uses it, except {@link #wakeUp}.
 */
final class LogReader implements AutoCloseable {
    /** Bounds the memory of a consumer whose records nobody takes. */
    private static final int FETCH_BYTES = 1 << 20;

    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final long CHECK_NS = TimeUnit.SECONDS.toNanos(15);

    private final String topic;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<TopicPartition> partitions = new ArrayList<>();
    private final Map<TopicPartition, Long> next = new HashMap<>();

    /** Where the reading ends; null if it goes on. */
    private @Nullable Map<TopicPartition, Long> ends;

    private long checkedAt = System.nanoTime();

    /** @param clientProperties servers and security */
    LogReader(Map<String, ?> clientProperties, String topic) {
        this.topic = topic;
        Map<String, Object> config = new HashMap<>(clientProperties);
        config.keySet().removeIf(name -> name.startsWith("group.") || name.startsWith("transactional."));
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        config.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
        config.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCH_BYTES);
        consumer = new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /**
     * Finds the partitions and the positions to begin at.
     *
     * @param untilLatest whether reading ends at the present ends of the partitions
     * @throws io.grpc.StatusRuntimeException with NOT_FOUND if there is no such topic, INVALID_ARGUMENT if it has no such
     *     partition, OUT_OF_RANGE if an offset is not in the log
     */
    void open(Begin begin, boolean untilLatest) {
        partitions.addAll(find());
        if (partitions.isEmpty()) {
            throw CallProblem.of(
                    Status.Code.NOT_FOUND, "there is no topic " + topic + ", or the server has no right to see it");
        }
        Map<TopicPartition, Long> first = consumer.beginningOffsets(partitions, PATIENCE);
        Map<TopicPartition, Long> last = consumer.endOffsets(partitions, PATIENCE);
        next.putAll(begins(begin, first, last));
        if (begin instanceof Begin.Offsets) {
            next.forEach((partition, offset) ->
                    checkRange(partition, offset, first.getOrDefault(partition, 0L), last.getOrDefault(partition, 0L)));
        }
        ends = untilLatest ? last : null;
        assign(partitions);
    }

    private List<TopicPartition> find() {
        try {
            List<PartitionInfo> infos = consumer.partitionsFor(topic, PATIENCE);
            return infos == null
                    ? List.of()
                    : infos.stream()
                            .map(info -> new TopicPartition(topic, info.partition()))
                            .toList();
        } catch (UnknownTopicOrPartitionException e) {
            return List.of();
        }
    }

    private Map<TopicPartition, Long> begins(
            Begin begin, Map<TopicPartition, Long> first, Map<TopicPartition, Long> last) {
        Map<TopicPartition, Long> from = new HashMap<>(begin instanceof Begin.Latest ? last : first);
        if (begin instanceof Begin.Time time) {
            Map<TopicPartition, Long> times = new HashMap<>();
            partitions.forEach(partition -> times.put(partition, time.ms()));
            Map<TopicPartition, @Nullable OffsetAndTimestamp> found = consumer.offsetsForTimes(times, PATIENCE);
            from.putAll(last);
            found.forEach((partition, place) -> {
                if (place != null) {
                    from.put(partition, place.offset());
                }
            });
        } else if (begin instanceof Begin.Offsets offsets) {
            offsets.positions().offsets().forEach((number, offset) -> {
                if (from.put(new TopicPartition(topic, number), offset) == null) {
                    throw CallProblem.of(
                            Status.Code.INVALID_ARGUMENT,
                            "velella-from names partition " + number + ", and topic " + topic + " has "
                                    + partitions.size() + " partitions, counted from 0");
                }
            });
        }
        return from;
    }

    private static void checkRange(TopicPartition partition, long offset, long first, long last) {
        if (offset < first) {
            throw CallProblem.of(
                    Status.Code.OUT_OF_RANGE,
                    partition + ": the records from offset " + offset + " to " + (first - 1)
                            + " are deleted; the first one is at offset " + first);
        } else if (offset > last) {
            throw CallProblem.of(
                    Status.Code.OUT_OF_RANGE,
                    partition + ": offset " + offset + " is after the end of the log, which is " + last
                            + "; was the topic deleted and created again?");
        }
    }

    private void assign(List<TopicPartition> added) {
        consumer.assign(partitions);
        added.forEach(partition -> consumer.seek(partition, position(partition)));
    }

    /**
     * The next records; empty if none came in half a second.
     *
     * @throws io.grpc.StatusRuntimeException with DATA_LOSS if records were deleted before they were read
     * @throws org.apache.kafka.common.KafkaException if Kafka cannot be reached, or refuses
     */
    ConsumerRecords<byte[], byte[]> poll() {
        try {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            if (records.isEmpty()) {
                partitions.forEach(this::passMarkers);
            }
            if (System.nanoTime() - checkedAt > CHECK_NS) {
                check();
            }
            return records;
        } catch (OffsetOutOfRangeException e) {
            TopicPartition partition = e.partitions().iterator().next();
            throw CallProblem.of(
                    Status.Code.DATA_LOSS,
                    partition + "@" + position(partition) + ": this record was deleted before it was read");
        }
    }

    /** Takes over the position behind markers of transactions, which are no records. */
    private void passMarkers(TopicPartition partition) {
        next.put(partition, Math.max(position(partition), consumer.position(partition, PATIENCE)));
    }

    private long position(TopicPartition partition) {
        return next.getOrDefault(partition, 0L);
    }

    /** Asks the brokers whether they are there, and for new partitions. */
    private void check() {
        consumer.endOffsets(partitions, PATIENCE);
        List<TopicPartition> added = new ArrayList<>(find());
        added.removeAll(partitions);
        if (!added.isEmpty()) {
            added.forEach(partition -> next.put(partition, 0L));
            partitions.addAll(added);
            assign(added);
        }
        checkedAt = System.nanoTime();
    }

    /** Takes note that a record was sent, or is not to be sent. */
    void done(ConsumerRecord<byte[], byte[]> record) {
        next.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
    }

    /** Whether a record is behind the place where reading ends. */
    boolean isBehindEnd(ConsumerRecord<byte[], byte[]> record) {
        return ends != null
                && record.offset() >= ends.getOrDefault(new TopicPartition(record.topic(), record.partition()), 0L);
    }

    /** Whether all records up to the place where reading ends are done. */
    boolean isAtEnd() {
        return ends != null
                && ends.entrySet().stream().allMatch(end -> next.getOrDefault(end.getKey(), 0L) >= end.getValue());
    }

    /** The next offset of each partition. */
    Positions positions() {
        Map<Integer, Long> offsets = new TreeMap<>();
        next.forEach((partition, offset) -> offsets.put(partition.partition(), offset));
        return new Positions(offsets);
    }

    /** Ends a {@link #poll} with a {@link org.apache.kafka.common.errors.WakeupException}. Any thread may call this. */
    void wakeUp() {
        consumer.wakeup();
    }

    @Override
    public void close() {
        try {
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        } catch (WakeupException | InterruptException e) {
            // Ignored: the call is over, and the consumer has no place that it must keep.
        }
    }
}
