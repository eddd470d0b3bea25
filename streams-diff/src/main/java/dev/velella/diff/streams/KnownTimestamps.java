package dev.velella.diff.streams;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * Returns the timestamp of each record. Clients other than Kafka's may write a record without a timestamp; such a
 * record gets the time 0, which is in 1970. The extractor of Kafka Streams would stop the app at such a record.
 * Stateless and thread-safe.
 */
public final class KnownTimestamps implements TimestampExtractor {
    /** The constructor that Kafka Streams calls. */
    public KnownTimestamps() {}

    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        return Math.max(0, record.timestamp());
    }
}
