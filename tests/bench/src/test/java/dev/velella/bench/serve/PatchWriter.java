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
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordEncoder;
import dev.velella.record.dictionary.TopicDictionaryStore;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes patches into one partition as the diff app does: on dictionaries, in transactions. One thread writes; any thread may ask. */
final class PatchWriter implements AutoCloseable {
    private final String topic;
    private final KafkaProducer<String, byte[]> producer;
    private final FrameEncoder encoder;
    private final AtomicLong last = new AtomicLong(-1);

    PatchWriter(String bootstrapServers, String topic) {
        this.topic = topic;
        producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                        "serve-bench-" + topic,
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

    void begin() {
        producer.beginTransaction();
    }

    void commit() {
        producer.commitTransaction();
    }

    void send(String key, RdfPatch patch, PatchPosition position) {
        EncodedFrame frame = encoder.encode(patch);
        ProducerRecord<String, byte[]> record =
                new ProducerRecord<>(topic, 0, System.currentTimeMillis(), key, frame.value());
        RecordEncoder.addHeaders(record.headers(), frame, null, position);
        producer.send(record, (place, failure) -> {
            if (failure == null) {
                last.accumulateAndGet(place.offset(), Math::max);
            }
        });
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
