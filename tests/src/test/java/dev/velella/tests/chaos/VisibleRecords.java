package dev.velella.tests.chaos;

import dev.velella.frame.PartitionStamp;
import dev.velella.keyframe.JellyHeader;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.VelellaHeader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Every record that consumers of one isolation level see, as bytes, and what follows from the headers alone: which of
 * them can be decoded at all, because all records from their key frame on are there. A record of version 2 can always be
 * decoded.
 */
final class VisibleRecords {
    private final List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    private final Map<TopicPartition, BitSet> offsets = new HashMap<>();
    private final Map<TopicPartition, BitSet> undecodable = new HashMap<>();

    /** Numbers of the records seen so far of each stream in its partition. */
    private final Map<Stream, Set<Long>> seen = new HashMap<>();

    private final Map<Stream, TreeSet<Long>> keyFrames = new HashMap<>();

    /** Numbers of the records of each writer of version 2. */
    private final Map<Stream, TreeSet<Long>> counted = new HashMap<>();

    /** When the first record that names a dictionary came to the broker, by name. */
    private final Map<Long, Long> firstUse = new HashMap<>();

    private long onDictionaries;

    private record Stream(TopicPartition place, long id) {}

    private VisibleRecords() {}

    /** Reads partitions from begin to end. */
    static VisibleRecords read(String bootstrapServers, Isolation isolation, Collection<TopicPartition> partitions) {
        VisibleRecords visible = new VisibleRecords();
        Map<String, Object> config = Map.of(
                "bootstrap.servers", bootstrapServers, "isolation.level", isolation.level(), "max.poll.records", 5000);
        try (KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(200)).forEach(visible::add);
            }
        }
        return visible;
    }

    private void add(ConsumerRecord<String, byte[]> record) {
        records.add(record);
        TopicPartition place = new TopicPartition(record.topic(), record.partition());
        mark(offsets, place, record.offset());
        if (record.headers().lastHeader(PartitionStamp.HEADER) != null) {
            throw new AssertionError("the stamp was sent: " + record);
        }
        if (record.value() == null) {
            return;
        }
        VelellaHeader second = RecordHeaderReader.velella(record.headers());
        if (second != null) {
            add(place, second, record.timestamp());
            return;
        }
        JellyHeader header = RecordHeaderReader.jelly(record.headers());
        if (header == null) {
            throw new AssertionError("a record without state: " + record);
        }
        Stream stream = new Stream(place, header.stream());
        if (header.isKeyFrame()) {
            keyFrames.computeIfAbsent(stream, any -> new TreeSet<>()).add(header.seq());
        }
        Set<Long> numbers = seen.computeIfAbsent(stream, any -> new HashSet<>());
        for (long seq = header.seq() - header.dist(); seq < header.seq(); seq++) {
            if (!numbers.contains(seq)) {
                mark(undecodable, place, record.offset());
                break;
            }
        }
        numbers.add(header.seq());
    }

    private void add(TopicPartition place, VelellaHeader header, long timestamp) {
        if (header.place() == null) {
            throw new AssertionError("a record that is not counted: " + header);
        }
        if (header.dictionary() != null) {
            onDictionaries++;
            firstUse.merge(header.dictionary().name(), timestamp, Math::min);
        }
        counted.computeIfAbsent(new Stream(place, header.place().writer()), any -> new TreeSet<>())
                .add(header.place().sequence());
    }

    private static void mark(Map<TopicPartition, BitSet> marks, TopicPartition place, long offset) {
        marks.computeIfAbsent(place, any -> new BitSet()).set((int) offset);
    }

    /** Partition by partition in order. */
    List<ConsumerRecord<String, byte[]>> records() {
        return records;
    }

    Map<TopicPartition, BitSet> offsets() {
        return offsets;
    }

    boolean isVisible(TopicPartition place, long offset) {
        return offsets.getOrDefault(place, new BitSet()).get((int) offset);
    }

    boolean isDecodable(TopicPartition place, long offset) {
        return !undecodable.getOrDefault(place, new BitSet()).get((int) offset);
    }

    int undecodable() {
        return undecodable.values().stream().mapToInt(BitSet::cardinality).sum();
    }

    int streams() {
        return seen.size() + counted.size();
    }

    /** Keys with the number of their records. */
    Map<String, Integer> keys() {
        Map<String, Integer> keys = new TreeMap<>();
        records.forEach(record -> keys.merge(record.key(), 1, Integer::sum));
        return keys;
    }

    /** Number of records beyond the first of a key. */
    long repeatedKeys() {
        return records.size() - keys().size();
    }

    /** Number of records that name a dictionary. */
    long onDictionaries() {
        return onDictionaries;
    }

    /** When the first record that names a dictionary came to the broker, by name. */
    Map<Long, Long> firstUse() {
        return firstUse;
    }

    /**
     * Records that are missing between two key frames of their stream, or between two records of their writer of version 2, so
     * that their loss is proven.
     */
    long provenLost() {
        long lost = 0;
        for (Map.Entry<Stream, TreeSet<Long>> entry : keyFrames.entrySet()) {
            Set<Long> numbers = seen.get(entry.getKey());
            for (long seq = entry.getValue().first(); seq < entry.getValue().last(); seq++) {
                lost += numbers.contains(seq) ? 0 : 1;
            }
        }
        for (TreeSet<Long> numbers : counted.values()) {
            lost += numbers.last() - numbers.first() + 1 - numbers.size();
        }
        return lost;
    }
}
