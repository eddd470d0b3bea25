package dev.velella.bench.serve;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.EncodedFrame;
import dev.velella.keyframe.EncoderSettings;
import dev.velella.keyframe.FrameEncoder;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.TopicDictionaries;
import dev.velella.record.RecordEncoder;
import dev.velella.record.dictionary.TopicDictionaryStore;
import java.util.Map;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Writes the patches of {@link ServeStreams} as the diff app does: on dictionaries, in transactions. Knows how far each
 * stream is. One thread writes; any thread may ask.
 */
final class ServeTopic implements AutoCloseable {
    private static final int TRANSACTION = 10_000;

    private final String topic;
    private final KafkaProducer<String, byte[]> producer;
    private final FrameEncoder encoder;
    private final AtomicIntegerArray versions;
    private final AtomicLong last = new AtomicLong(-1);

    ServeTopic(String bootstrapServers, String topic, int streams) {
        this.topic = topic;
        versions = new AtomicIntegerArray(streams);
        producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                        "serve-bench",
                        ProducerConfig.COMPRESSION_TYPE_CONFIG,
                        "zstd",
                        // The first requests of a transaction must not overtake each other.
                        ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
                        1,
                        ProducerConfig.LINGER_MS_CONFIG,
                        5,
                        ProducerConfig.BATCH_SIZE_CONFIG,
                        1 << 16),
                new StringSerializer(),
                new ByteArraySerializer());
        producer.initTransactions();
        EncoderSettings settings = new EncoderSettings(
                JellyOptions.TOPIC,
                JellyPatchOptions.TOPIC,
                StatementOrder.GIVEN,
                Limits.DEFAULT,
                new KeyFrameInterval(1000, 600_000));
        Map<String, Object> access =
                TopicDictionaryStore.access(Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
        encoder = new TopicDictionaries(settings, new TopicDictionaryStore(access, "velella-dictionaries", "none"))
                .encoder(topic);
    }

    /** Writes the first version of all streams. */
    void begin() {
        for (int from = 0; from < versions.length(); from += TRANSACTION) {
            int until = Math.min(versions.length(), from + TRANSACTION);
            producer.beginTransaction();
            for (int stream = from; stream < until; stream++) {
                send(stream);
            }
            producer.commitTransaction();
        }
    }

    /** Writes the next version of some streams, in one transaction. */
    void change(int first, int number) {
        producer.beginTransaction();
        for (int i = 0; i < number; i++) {
            // A large step, so that the changes of a moment lie all over the keys.
            send((int) ((first + i) * 7919L % versions.length()));
        }
        producer.commitTransaction();
    }

    private void send(int stream) {
        int version = versions.incrementAndGet(stream);
        EncodedFrame frame = encoder.encode(ServeStreams.patch(stream, version));
        ProducerRecord<String, byte[]> record =
                new ProducerRecord<>(topic, 0, System.currentTimeMillis(), ServeStreams.key(stream), frame.value());
        RecordEncoder.addHeaders(record.headers(), frame, null, ServeStreams.position(stream, version));
        producer.send(record, (place, failure) -> {
            if (failure == null) {
                last.accumulateAndGet(place.offset(), Math::max);
            }
        });
    }

    /** The latest version of a stream that was written, perhaps not committed yet. */
    int version(int stream) {
        return versions.get(stream);
    }

    /** Offset of the last patch. */
    long lastOffset() {
        return last.get();
    }

    @Override
    public void close() {
        producer.close();
    }
}
