package dev.velella.converter;

import java.nio.ByteBuffer;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a record that stand for themselves: what the converter hands on in place of a value that cannot be read, where
 * {@code jelly.on.unreadable=envelope}, and what it writes, without a change, in a call without headers, as a worker calls
 * it for dead letters. Stateless; the structs are not to be changed.
 */
public final class RawValue {
    /** Fields: {@code value} (the bytes), and, of a value that cannot be read, {@code reason} and {@code message}. */
    public static final Schema SCHEMA = SchemaBuilder.struct()
            .name("dev.velella.RawValue")
            .version(1)
            .field("value", Schema.BYTES_SCHEMA)
            .field("reason", Schema.OPTIONAL_STRING_SCHEMA)
            .field("message", Schema.OPTIONAL_STRING_SCHEMA)
            .build();

    /** Reason: the format that a header names is not known, or a header is malformed. */
    public static final String HEADER = "header";

    /** Reason: the value is not what its format wants, or above a limit. */
    public static final String UNDECODABLE = "undecodable";

    private RawValue() {}

    /** A struct of bytes that are to be written. */
    public static Struct of(byte[] value) {
        return new Struct(SCHEMA).put("value", ByteBuffer.wrap(value));
    }

    /**
     * A struct that stands for a record that cannot be read.
     *
     * @param reason {@link #HEADER} or {@link #UNDECODABLE}
     * @param message what is wrong, without the place of the record
     */
    public static Struct unreadable(String reason, String message, byte[] value) {
        return of(value).put("reason", reason).put("message", message);
    }

    /** Whether a Connect value is such a struct, of whatever class loader. */
    public static boolean isRaw(@Nullable Object value) {
        return value instanceof Struct struct
                && SCHEMA.name().equals(struct.schema().name());
    }

    /** What is wrong with a value that cannot be read; null of others. */
    public static @Nullable String message(Object raw) {
        return ((Struct) raw).getString("message");
    }

    /** Kind of what is wrong with a value that cannot be read; null of others. */
    public static @Nullable String reason(Object raw) {
        return ((Struct) raw).getString("reason");
    }

    /**
     * The bytes of a struct of this class or of {@link UndecodedFrame}; null for another value.
     *
     * @throws DataException if the struct has another form
     */
    public static byte @Nullable [] bytes(@Nullable Object value) {
        if (!(value instanceof Struct struct) || !(isRaw(struct) || UndecodedFrame.isUndecoded(struct))) {
            return null;
        }
        byte[] bytes = struct.getBytes("value");
        if (bytes == null) {
            throw new DataException("struct " + struct.schema().name() + " without a value");
        }
        return bytes;
    }
}
