package dev.velella.source.mqtt;

import dev.velella.source.mqtt.client.Delivery;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record that knows its message. Connect passes this record back when Kafka has it, even if a transformation changed
 * it.
 */
final class MqttRecord extends SourceRecord {
    private final transient Delivery delivery;

    MqttRecord(
            Delivery delivery,
            Map<String, ?> sourcePartition,
            Map<String, ?> sourceOffset,
            String topic,
            @Nullable Integer partition,
            @Nullable String key,
            Schema valueSchema,
            Object value,
            long timestampMs,
            ConnectHeaders headers) {
        super(
                sourcePartition,
                sourceOffset,
                topic,
                partition,
                Schema.STRING_SCHEMA,
                key,
                valueSchema,
                value,
                timestampMs,
                headers);
        this.delivery = delivery;
    }

    /** The delivery of the message. */
    Delivery delivery() {
        return delivery;
    }

    /** Compares by identity, because two messages with equal content are two messages. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
