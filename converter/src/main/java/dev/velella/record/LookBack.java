package dev.velella.record;

import dev.velella.keyframe.DecoderStreams;
import dev.velella.keyframe.JellyHeader;
import dev.velella.keyframe.StreamRecovery;
import java.io.Closeable;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Restores the codec state of a stream by reading its partition back to the key frame, with a consumer of its own that
 * belongs to no group and commits nothing.
 *
 * <p>The consumer is made when it is first needed. Not thread-safe.
 */
public final class LookBack implements Closeable {
    private final Map<String, Object> config;
    private final LookBackLimits limits;
    private @Nullable Consumer<byte[], byte[]> consumer;

    /**
     * @param clientConfig of the client that reads the topic: servers, security, isolation level. Group, offset reset,
     *     interceptors and deserializers in it are not used
     */
    public LookBack(Map<String, ?> clientConfig, LookBackLimits limits) {
        config = new HashMap<>(clientConfig);
        config.keySet().removeIf(key -> key.startsWith("interceptor") || key.startsWith("group."));
        config.remove(ConsumerConfig.GROUP_ID_CONFIG);
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        config.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        config.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        this.limits = limits;
    }

    /**
     * Restores the state that a record needs.
     *
     * @param streams takes the state
     * @param offset of the record; what stands before it is read
     * @param wanted header of the record
     * @return whether the record can now be decoded
     */
    public boolean restore(DecoderStreams streams, String topic, int partition, long offset, JellyHeader wanted) {
        TopicPartition place = new TopicPartition(topic, partition);
        Consumer<byte[], byte[]> reader = consumer();
        reader.assign(List.of(place));
        long begin = reader.beginningOffsets(List.of(place)).getOrDefault(place, 0L);
        long step = wanted.dist() + 1;
        while (true) {
            long from = Math.max(begin, offset - step);
            StreamRecovery recovery = new StreamRecovery(streams, topic, wanted);
            read(reader, place, from, offset, recovery);
            if (recovery.install()) {
                return true;
            }
            if (recovery.hasKeyFrame() || from == begin || step >= limits.records()) {
                return false;
            }
            step = Math.min(2 * step, limits.records());
        }
    }

    private void read(
            Consumer<byte[], byte[]> reader, TopicPartition place, long from, long to, StreamRecovery recovery) {
        reader.seek(place, from);
        long deadline = System.nanoTime() + limits.timeoutMs() * 1_000_000;
        while (reader.position(place) < to && System.nanoTime() < deadline) {
            for (ConsumerRecord<byte[], byte[]> record : reader.poll(Duration.ofMillis(100))) {
                JellyHeader header = header(record);
                if (record.offset() < to && record.value() != null && header != null) {
                    recovery.read(header, record.value());
                }
            }
        }
    }

    private static @Nullable JellyHeader header(ConsumerRecord<?, ?> record) {
        try {
            return RecordHeaderReader.jelly(record.headers());
        } catch (UnreadableRecordException e) {
            return null; // not a record of the stream that is looked for
        }
    }

    private Consumer<byte[], byte[]> consumer() {
        Consumer<byte[], byte[]> open = consumer;
        if (open == null) {
            open = new KafkaConsumer<>(config);
            consumer = open;
        }
        return open;
    }

    @Override
    public void close() {
        if (consumer != null) {
            consumer.close();
            consumer = null;
        }
    }
}
