package dev.velella.sink;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** A consumer of a {@link PatchTopic}, with what a look-back needs of a consumer. */
final class PatchTopicConsumer extends MockConsumer<byte[], byte[]> {
    private static final int MOST = 10;

    private final PatchTopic topic;
    private final Map<TopicPartition, Long> positions = new HashMap<>();

    PatchTopicConsumer(PatchTopic topic) {
        super("none");
        this.topic = topic;
    }

    @Override
    public List<PartitionInfo> partitionsFor(String name, Duration timeout) {
        return List.of(new PartitionInfo(name, 0, null, null, null), new PartitionInfo(name, 1, null, null, null));
    }

    @Override
    public void assign(Collection<TopicPartition> partitions) {
        positions.keySet().retainAll(partitions);
    }

    @Override
    public void unsubscribe() {
        positions.clear();
    }

    @Override
    public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions, Duration timeout) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        partitions.forEach(partition -> offsets.put(partition, topic.begin(partition)));
        return offsets;
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions, Duration timeout) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        partitions.forEach(partition -> offsets.put(partition, topic.end(partition)));
        return offsets;
    }

    @Override
    public void seek(TopicPartition partition, long offset) {
        positions.put(partition, offset);
    }

    @Override
    public long position(TopicPartition partition, Duration timeout) {
        return positions.get(partition);
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new HashMap<>();
        Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
        positions.replaceAll((partition, position) -> {
            List<ConsumerRecord<byte[], byte[]>> read = new ArrayList<>();
            for (PatchTopic.Entry entry : topic.read(partition, position, MOST)) {
                read.add(record(partition, entry));
            }
            records.put(partition, read);
            long after = read.size() < MOST
                    ? topic.end(partition)
                    : read.get(MOST - 1).offset() + 1;
            next.put(partition, new OffsetAndMetadata(after));
            return after;
        });
        return new ConsumerRecords<>(records, next);
    }

    private static ConsumerRecord<byte[], byte[]> record(TopicPartition partition, PatchTopic.Entry entry) {
        RecordHeaders headers = new RecordHeaders();
        if (entry.jelly() != null) {
            headers.add("jelly", entry.jelly().toBytes());
        }
        return new ConsumerRecord<>(
                partition.topic(),
                partition.partition(),
                entry.offset(),
                0,
                TimestampType.CREATE_TIME,
                0,
                entry.value().length,
                entry.key().getBytes(StandardCharsets.UTF_8),
                entry.value(),
                headers,
                Optional.empty());
    }
}
