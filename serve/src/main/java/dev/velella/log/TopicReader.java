package dev.velella.log;

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
 * <p>It hands on at most a given number of records, all partitions together. One thread uses it. Any thread may call
 * {@link #stop}, and every reading call then returns as soon as it can.
 */
public final class TopicReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);

    private final TopicAccess access;
    private final Consumer<byte[], byte[]> consumer;
    private long remaining;
    private volatile boolean stopped;

    /** Receives the records. */
    public interface Records {
        /** Takes the next record. */
        void record(ConsumerRecord<byte[], byte[]> record) throws IOException;

        /** Called after all available records were handed on, before the reader waits for the next records. */
        default void waiting() throws IOException {}

        /** Whether the rest of the span is not wanted. Asked after each record. */
        default boolean isEnough() {
            return false;
        }

        /** Reports that records were deleted before they could be read, for example by retention. */
        default void deleted(int partition, long from, long to) throws IOException {}
    }

    /**
     * Opens the consumer. Sends no request to a broker yet.
     *
     * @param mostRecords most records that are handed on
     * @throws org.apache.kafka.common.KafkaException if the properties of the client do not work
     */
    public TopicReader(TopicAccess access, long mostRecords) {
        this.access = access;
        remaining = mostRecords;
        consumer =
                new KafkaConsumer<>(access.consumerConfig(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /**
     * Finds the parts of the partitions that can be read.
     *
     * @param wanted numbers of partitions; empty for all
     * @return spans in the order of the partitions' numbers; empty if the reader was stopped
     * @throws LogException if there is no such topic or partition
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
                // Retention may move the start between the two requests.
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
            throw new LogException("there is no topic " + access.topic() + " at " + access.bootstrapServers()
                    + ", or this client has no right to see it");
        }
        Set<Integer> there = new TreeSet<>();
        infos.forEach(info -> there.add(info.partition()));
        for (int number : wanted) {
            if (!there.contains(number)) {
                throw new LogException("topic " + access.topic() + " has no partition " + number + ", only "
                        + there.size() + " partitions, counted from 0");
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
            while (!isDone() && !records.isEnough() && consumer.position(place, access.timeout()) < span.to()) {
                records.waiting();
                long before = consumer.position(place, access.timeout());
                hand(poll(records), span.to(), records);
                if (consumer.position(place, access.timeout()) > before) {
                    arrived = System.nanoTime();
                } else if (System.nanoTime() - arrived > access.timeout().toNanos()) {
                    throw new LogException(place + "@" + before + ": no broker gave the record within "
                            + access.timeout().toMillis() + " ms");
                }
            }
        } catch (WakeupException e) {
            // stopped
        }
        records.waiting();
    }

    /**
     * Reads on after the ends of the spans, all partitions in the order of arrival.
     *
     * @param idle longest time without a record, after which reading ends; null for no limit
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
            if (isDone() || records.isEnough()) {
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

    /**
     * The next records. If retention has moved the start of the log above the position, reading goes on at the start of
     * the log.
     */
    private ConsumerRecords<byte[], byte[]> poll(Records records) throws IOException {
        try {
            return consumer.poll(POLL);
        } catch (OffsetOutOfRangeException e) {
            Map<TopicPartition, Long> lost = e.offsetOutOfRangePartitions();
            Map<TopicPartition, Long> starts = consumer.beginningOffsets(lost.keySet(), access.timeout());
            for (Map.Entry<TopicPartition, Long> at : lost.entrySet()) {
                long start = starts.getOrDefault(at.getKey(), 0L);
                if (start <= at.getValue()) {
                    throw new LogException(
                            at.getKey() + "@" + at.getValue() + ": the log now ends before this offset; was"
                                    + " the topic deleted and created again?",
                            e);
                }
                records.deleted(at.getKey().partition(), at.getValue(), start);
                consumer.seek(at.getKey(), start);
            }
            return ConsumerRecords.empty();
        }
    }

    /** Name of the topic. */
    public String topic() {
        return access.topic();
    }

    /** Whether {@link #stop} was called. */
    public boolean isStopped() {
        return stopped;
    }

    /** Whether the given number of records was handed on, so that reading ends. */
    public boolean isExhausted() {
        return remaining <= 0;
    }

    /** Ends all reading. Any thread may call this. */
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
