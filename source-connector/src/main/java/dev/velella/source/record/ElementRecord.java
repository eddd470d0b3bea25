package dev.velella.source.record;

import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record that knows what it was made of. Connect passes this record back when Kafka has it, even if a transformation
 * changed it. Compares by identity, because two messages with equal content are two messages.
 */
public final class ElementRecord extends SourceRecord {
    private final transient @Nullable Object receipt;

    ElementRecord(
            Origin origin,
            String topic,
            @Nullable Integer partition,
            String key,
            @Nullable Schema valueSchema,
            @Nullable Object value,
            long timestampMs,
            ConnectHeaders headers) {
        super(
                origin.partition(),
                origin.offset(),
                topic,
                partition,
                Schema.STRING_SCHEMA,
                key,
                valueSchema,
                value,
                timestampMs,
                headers);
        receipt = origin.receipt();
    }

    /** The receipt of the origin; null if it has none. */
    public @Nullable Object receipt() {
        return receipt;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
