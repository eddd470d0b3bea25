package dev.velella.diff.streams;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * Timestamps of records as they are. A record without one, as other clients than Kafka's may write it, counts as of 1970; the
 * extractor of Kafka Streams would stop the app at it. Stateless and thread-safe.
 */
public final class KnownTimestamps implements TimestampExtractor {
    /** As Kafka Streams makes it. */
    public KnownTimestamps() {}

    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        return Math.max(0, record.timestamp());
    }
}
