package dev.velella.converter;

import java.nio.ByteBuffer;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that {@link JellyConverter} writes unchanged, with unchanged headers. A source hands them over for a
 * dead-letter topic if it cannot make a graph of a message.
 */
public final class RawBytes {
    /** Schema of such values: bytes with a name. */
    public static final Schema SCHEMA =
            SchemaBuilder.bytes().name("dev.velella.RawBytes").version(1).build();

    private RawBytes() {}

    /** The bytes of such a value; null for other values. */
    static byte @Nullable [] of(@Nullable Schema schema, @Nullable Object value) {
        if (schema == null || !SCHEMA.name().equals(schema.name())) {
            return null;
        } else if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return bytes;
        }
        return value instanceof byte[] bytes ? bytes : null;
    }
}
