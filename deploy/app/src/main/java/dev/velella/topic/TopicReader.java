package dev.velella.topic;

import dev.velella.failure.UserException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the partitions of a topic, with a consumer of its own that belongs to no group and commits nothing.
 *
 * <p>At most a given number of records is handed on, all partitions together. Used by one thread, but for {@link #stop},
 * after which every reading call returns as soon as it can.
 */
public final class TopicReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);

    private final TopicAccess access;
    private final Consumer<byte[], byte[]> consumer;
    private long remaining;
    private volatile boolean stopped;

    /** What is done with the records. */
    public interface Records {
        /** Takes the next record. */
        void record(ConsumerRecord<byte[], byte[]> record) throws IOException;

        /** All records that have come were handed on; called before the next ones are waited for. */
        default void waiting() throws IOException {}

        /** Records that were to be read were deleted meanwhile, as retention does. */
        default void deleted(int partition, long from, long to) throws IOException {}
    }

    /**
     * Opens the consumer; nothing is asked of a broker yet.
     *
     * @param mostRecords most records that are handed on
     * @throws org.apache.kafka.common.KafkaException if the client's properties do not work
     */
    public TopicReader(TopicAccess access, long mostRecords) {
        this.access = access;
        remaining = mostRecords;
        consumer =
                new KafkaConsumer<>(access.consumerConfig(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /**
     * Asks for the parts of the partitions that are there.
     *
     * @param wanted numbers of partitions; empty for all
     * @return by number of the partition; empty if stopped
     * @throws UserException if there is no such topic or partition
     */
    public List<Span> spans(Set<Integer> wanted, Begin begin) {
        try {
            List<TopicPartition> partitions = partitions(wanted);
            Map<TopicPartition, Long> starts = consumer.beginningOffsets(partitions, access.timeout());
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, access.timeout());
            Map<TopicPartition, Long> from = begins(begin, partitions, starts, ends);
            List<Span> spans = new ArrayList<>();
            for (TopicPartition partition : partitions) {
                long start = starts.getOrDefault(partition, 0L);
                // Retention may move the start between the two answers.
                long end = Math.max(start, ends.getOrDefault(partition, 0L));
                long first = Math.min(end, Math.max(start, from.getOrDefault(partition, end)));
                spans.add(new Span(partition.partition(), start, first, end));
            }
            return spans;
        } catch (WakeupException e) {
            return List.of();
        }
    }

    private List<TopicPartition> partitions(Set<Integer> wanted) {
        List<PartitionInfo> infos = consumer.partitionsFor(access.topic(), access.timeout());
        if (infos == null || infos.isEmpty()) {
            throw new UserException("there is no topic " + access.topic() + " at " + access.bootstrapServers()
                    + " that this client may see");
        }
        Set<Integer> there = new TreeSet<>();
        infos.forEach(info -> there.add(info.partition()));
        for (int number : wanted) {
            if (!there.contains(number)) {
                throw new UserException("topic " + access.topic() + " has no partition " + number + ", only "
                        + there.size() + " from 0 on");
            }
        }
        return there.stream()
                .filter(number -> wanted.isEmpty() || wanted.contains(number))
                .map(number -> new TopicPartition(access.topic(), number))
                .toList();
    }

    private Map<TopicPartition, Long> begins(
            Begin begin,
            Collection<TopicPartition> partitions,
            Map<TopicPartition, Long> starts,
            Map<TopicPartition, Long> ends) {
        if (begin instanceof Begin.Latest) {
            return ends;
        }
        if (begin instanceof Begin.Earliest) {
            return starts;
        }
        Map<TopicPartition, Long> offsets = new HashMap<>();
        if (begin instanceof Begin.At at) {
            partitions.forEach(partition -> offsets.put(partition, at.offset()));
        } else if (begin instanceof Begin.AtTime time) {
            Map<TopicPartition, Long> times = new HashMap<>();
            partitions.forEach(partition -> times.put(partition, time.ms()));
            Map<TopicPartition, @Nullable OffsetAndTimestamp> found = consumer.offsetsForTimes(times, access.timeout());
            found.forEach((partition, place) -> {
                if (place != null) {
                    offsets.put(partition, place.offset());
                }
            });
        }
        return offsets;
    }

    /** Reads a partition to the end of the span, in the order of offsets. */
    public void read(Span span, Records records) throws IOException {
        TopicPartition place = new TopicPartition(access.topic(), span.partition());
        consumer.assign(List.of(place));
        consumer.seek(place, span.from());
        long arrived = System.nanoTime();
        try {
            while (!isDone() && consumer.position(place, access.timeout()) < span.to()) {
                records.waiting();
                long before = consumer.position(place, access.timeout());
                hand(poll(records), span.to(), records);
                if (consumer.position(place, access.timeout()) > before) {
                    arrived = System.nanoTime();
                } else if (System.nanoTime() - arrived > access.timeout().toNanos()) {
                    throw new UserException(place + "@" + before + ": no broker gave the record within "
                            + access.timeout().toMillis() + " ms (--timeout-ms)");
                }
            }
        } catch (WakeupException e) {
            // stopped
        }
        records.waiting();
    }

    /**
     * Reads on behind the ends of the spans, all partitions as records come.
     *
     * @param idle ends when no record came for so long; null goes on until stopped
     */
    public void follow(List<Span> spans, @Nullable Duration idle, Records records) throws IOException {
        if (isDone()) {
            return;
        }
        List<TopicPartition> places = spans.stream()
                .map(span -> new TopicPartition(access.topic(), span.partition()))
                .toList();
        consumer.assign(places);
        spans.forEach(span -> consumer.seek(new TopicPartition(access.topic(), span.partition()), span.to()));
        long arrived = System.nanoTime();
        try {
            while (!isDone() && (idle == null || System.nanoTime() - arrived <= idle.toNanos())) {
                records.waiting();
                if (hand(poll(records), Long.MAX_VALUE, records) > 0) {
                    arrived = System.nanoTime();
                }
            }
        } catch (WakeupException e) {
            // stopped
        }
        records.waiting();
    }

    private boolean isDone() {
        return stopped || remaining <= 0;
    }

    private int hand(ConsumerRecords<byte[], byte[]> fetched, long to, Records records) throws IOException {
        int handed = 0;
        for (ConsumerRecord<byte[], byte[]> record : fetched) {
            if (isDone()) {
                break;
            }
            if (record.offset() < to) {
                records.record(record);
                remaining--;
                handed++;
            }
        }
        return handed;
    }

    /** The next records; goes on at the start of the log where that is now behind the position. */
    private ConsumerRecords<byte[], byte[]> poll(Records records) throws IOException {
        try {
            return consumer.poll(POLL);
        } catch (OffsetOutOfRangeException e) {
            Map<TopicPartition, Long> lost = e.offsetOutOfRangePartitions();
            Map<TopicPartition, Long> starts = consumer.beginningOffsets(lost.keySet(), access.timeout());
            for (Map.Entry<TopicPartition, Long> at : lost.entrySet()) {
                long start = starts.getOrDefault(at.getKey(), 0L);
                if (start <= at.getValue()) {
                    throw new UserException(
                            at.getKey() + "@" + at.getValue() + ": the log now ends before this offset; was"
                                    + " the topic made anew?",
                            e);
                }
                records.deleted(at.getKey().partition(), at.getValue(), start);
                consumer.seek(at.getKey(), start);
            }
            return ConsumerRecords.empty();
        }
    }

    /** Whether {@link #stop} was called. */
    public boolean isStopped() {
        return stopped;
    }

    /** Whether the given number of records was handed on, so that no more are read. */
    public boolean isExhausted() {
        return remaining <= 0;
    }

    /** Ends all reading; from any thread. */
    public void stop() {
        stopped = true;
        consumer.wakeup();
    }

    @Override
    public void close() {
        try {
            consumer.close();
        } catch (WakeupException e) {
            // stopped meanwhile
        }
    }
}
