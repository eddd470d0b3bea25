package dev.velella.source.mqtt;

import dev.velella.source.mqtt.client.Delivery;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/** A record that knows the message it came from. Connect hands it back when Kafka has it, also where it was transformed. */
final class MqttRecord extends SourceRecord {
    private final transient @Nullable Delivery delivery;

    MqttRecord(
            @Nullable Delivery delivery,
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

    /** Null where the device sent the message again on request. */
    @Nullable
    Delivery delivery() {
        return delivery;
    }

    /** By identity: two equal messages are two. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
