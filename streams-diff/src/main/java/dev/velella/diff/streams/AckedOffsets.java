package dev.velella.diff.streams;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The offsets that brokers have acknowledged to the producer of one thread of the app, the highest of each partition.
 * They tell where records that are sent later cannot stand. An aborted transaction changes nothing in that, because its
 * offsets are never given again. Thread-safe.
 */
public final class AckedOffsets {
    private static final ThreadLocal<AckedOffsets> THREADS = ThreadLocal.withInitial(AckedOffsets::new);

    private final Map<TopicPartition, Long> last = new ConcurrentHashMap<>();

    private AckedOffsets() {}

    /** The offsets for the thread that calls this method and that sends the records. */
    public static AckedOffsets ofThread() {
        return THREADS.get();
    }

    /** Notes an acknowledgement. */
    void acked(RecordMetadata place) {
        if (place.hasOffset()) {
            last.merge(new TopicPartition(place.topic(), place.partition()), place.offset(), Math::max);
        }
    }

    /**
     * The lowest offset at which a record that is sent from now on can stand; empty if nothing was acknowledged yet, or
     * the app has a producer of another {@link DiffClientSupplier supplier}.
     */
    public OptionalLong next(String topic, int partition) {
        Long acked = last.get(new TopicPartition(topic, partition));
        return acked == null ? OptionalLong.empty() : OptionalLong.of(acked + 1);
    }
}
