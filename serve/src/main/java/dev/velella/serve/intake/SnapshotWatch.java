package dev.velella.serve.intake;

import dev.velella.log.LogException;
import dev.velella.log.LogRecord;
import dev.velella.log.TopicAccess;
import dev.velella.log.TopicLog;
import dev.velella.record.RecordHeaderNames;
import dev.velella.serve.options.ServeConfig;
import dev.velella.serve.state.GraphStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the snapshots of partitions that have broken streams, from the first snapshot on, and mends the streams. Has clients
 * as long as a stream is broken. A snapshot that does not mend its stream changes nothing; the next one may. Not thread-safe.
 */
final class SnapshotWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotWatch.class);
    private static final Duration POLL = Duration.ofMillis(5);

    private final ServeConfig config;
    private final TopicAccess access;
    private final GraphStore store;
    private final GraphFrames frames;
    private final FollowerCounts counts;

    /** Keys of the broken streams by partition of the snapshots. */
    private final Map<TopicPartition, Set<String>> broken = new HashMap<>();

    /** Partitions that are to be read from the first snapshot on again, after they are read to the end. */
    private final Set<TopicPartition> again = new HashSet<>();

    private @Nullable Consumer<byte[], byte[]> consumer;
    private @Nullable TopicLog log;

    SnapshotWatch(ServeConfig config, TopicAccess access, GraphStore store, GraphFrames frames, FollowerCounts counts) {
        this.config = config;
        this.access = access;
        this.store = store;
        this.frames = frames;
        this.counts = counts;
    }

    /**
     * Watches for these streams only.
     *
     * @param streams keys of broken streams by the number of their partition
     */
    void watch(Map<Integer, Set<String>> streams) {
        Map<TopicPartition, Set<String>> wanted = new HashMap<>();
        streams.forEach(
                (partition, keys) -> wanted.put(new TopicPartition(access.topic(), partition), new HashSet<>(keys)));
        if (wanted.isEmpty()) {
            close();
            broken.clear();
            return;
        }
        Consumer<byte[], byte[]> open = consumer;
        if (open == null) {
            Map<String, Object> client = new HashMap<>(access.consumerConfig());
            client.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 200);
            client.put(ConsumerConfig.CLIENT_ID_CONFIG, "velella-serve-snapshots");
            open = new KafkaConsumer<>(client, new ByteArrayDeserializer(), new ByteArrayDeserializer());
            consumer = open;
            log = new TopicLog(access, config.dictionariesTopic(), config.decoding(), Long.MAX_VALUE);
        }
        Consumer<byte[], byte[]> reader = open;
        reader.assign(wanted.keySet());
        again.retainAll(wanted.keySet());
        wanted.forEach((partition, keys) -> {
            // The snapshot that mends a stream may be there already.
            if (!broken.containsKey(partition)) {
                reader.seekToBeginning(Set.of(partition));
            } else if (!broken.getOrDefault(partition, Set.of()).containsAll(keys)) {
                again.add(partition);
            }
        });
        broken.clear();
        broken.putAll(wanted);
    }

    /** Reads some snapshots; returns whether a stream was mended. */
    boolean mend() {
        Consumer<byte[], byte[]> reader = consumer;
        TopicLog decoder = log;
        if (reader == null || decoder == null) {
            return false;
        }
        boolean mended = false;
        ConsumerRecords<byte[], byte[]> records = reader.poll(POLL);
        for (ConsumerRecord<byte[], byte[]> record : records) {
            TopicPartition partition = new TopicPartition(record.topic(), record.partition());
            String key = RefusedRecords.key(record.key());
            if (key != null && broken.getOrDefault(partition, Set.of()).contains(key)) {
                mended |= mend(decoder, record, key);
            }
        }
        for (TopicPartition partition : Set.copyOf(again)) {
            if (reader.currentLag(partition).orElse(-1) == 0) {
                reader.seekToBeginning(Set.of(partition));
                again.remove(partition);
            }
        }
        return mended;
    }

    private boolean mend(TopicLog decoder, ConsumerRecord<byte[], byte[]> record, String key) {
        try (PatchBatch batch = new PatchBatch(store, frames)) {
            LogRecord snapshot = decoder.decode(record);
            long next = store.nextOffset(record.partition());
            if (next < 0 || !batch.mend(snapshot, bound(record), next)) {
                return false;
            }
            batch.commit();
            counts.mended();
            LOG.info("{}: stream {} is served again", snapshot.place(), key);
            return true;
        } catch (LogException e) {
            LOG.warn("stream {} stays broken: {}", key, e.getMessage());
            return false;
        }
    }

    private static long bound(ConsumerRecord<byte[], byte[]> record) {
        Header header = record.headers().lastHeader(RecordHeaderNames.OUTPUT_OFFSET);
        try {
            return header == null || header.value() == null
                    ? -1
                    : Long.parseLong(new String(header.value(), StandardCharsets.US_ASCII));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    @Override
    public void close() {
        if (consumer != null) {
            consumer.close();
            consumer = null;
        }
        if (log != null) {
            log.close();
            log = null;
        }
    }
}
