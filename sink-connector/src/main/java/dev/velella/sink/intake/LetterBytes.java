package dev.velella.sink.intake;

import dev.velella.converter.RawValue;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the size of Connect values as their converters write them, and cuts values to their first bytes. Stateless
 * and thread-safe.
 */
final class LetterBytes {
    private LetterBytes() {}

    /** Size of a value in bytes. For a value that is neither text nor bytes, the size of its string form. */
    static int length(@Nullable Object value) {
        if (value == null) {
            return 0;
        }
        byte[] bytes = bytes(value);
        return bytes == null ? value.toString().getBytes(StandardCharsets.UTF_8).length : bytes.length;
    }

    /** A value that was cut. */
    record Cut(@Nullable Schema schema, @Nullable Object value) {}

    /** Cuts a value to its first bytes. The result is a null value if the value cannot be cut. */
    static Cut cut(@Nullable Schema schema, @Nullable Object value, int most) {
        if (value == null || length(value) <= most) {
            return new Cut(schema, value);
        } else if (value instanceof byte[] all) {
            return new Cut(schema, Arrays.copyOf(all, most));
        } else if (value instanceof ByteBuffer all) {
            return new Cut(schema, all.duplicate().limit(all.position() + most));
        } else if (value instanceof String text) {
            return new Cut(schema, text(text, most));
        }
        byte[] raw = RawValue.bytes(value);
        return raw == null ? new Cut(null, null) : new Cut(RawValue.SCHEMA, RawValue.of(Arrays.copyOf(raw, most)));
    }

    private static byte @Nullable [] bytes(Object value) {
        if (value instanceof byte[] all) {
            return all;
        } else if (value instanceof ByteBuffer all) {
            byte[] copy = new byte[all.remaining()];
            all.duplicate().get(copy);
            return copy;
        }
        return value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : RawValue.bytes(value);
    }

    /** The first bytes of a text, without half a character at the end. */
    private static String text(String text, int most) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int end = most;
        while (end > 0 && (utf8[end] & 0xC0) == 0x80) {
            end--;
        }
        return new String(utf8, 0, end, StandardCharsets.UTF_8);
    }
}
