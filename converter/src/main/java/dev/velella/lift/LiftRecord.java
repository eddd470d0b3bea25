package dev.velella.lift;

import java.time.Instant;
import java.util.function.Function;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.jspecify.annotations.Nullable;

/**
 * A record of any topic, with what a template may ask of it. Immutable, if its values are not changed.
 *
 * @param topic name of the topic
 * @param partition number of the partition; -1 if it is not known
 * @param timestamp of the record, in ms since 1970; negative if it has none
 * @param headers the text of the last header of a name; null if there is none
 * @param key the key: bytes or text, which are JSON or plain text, or a value of Connect
 * @param value the value: bytes or text in the format that the options name, or a value of Connect
 * @param received when the record was read
 */
public record LiftRecord(
        String topic,
        int partition,
        long timestamp,
        Function<String, @Nullable String> headers,
        SchemaAndValue key,
        SchemaAndValue value,
        Instant received) {
    /**
     * A record of which nothing is known but its key and value.
     *
     * @param key text of the key; null for none
     * @param value text of the value; null for none
     */
    public static LiftRecord of(String topic, @Nullable String key, @Nullable String value) {
        return new LiftRecord(
                topic,
                -1,
                -1,
                header -> null,
                new SchemaAndValue(null, key),
                new SchemaAndValue(null, value),
                Instant.now());
    }
}
