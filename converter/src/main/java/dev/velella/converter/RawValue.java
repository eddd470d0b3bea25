package dev.velella.converter;

import java.nio.ByteBuffer;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * A struct with the unchanged bytes of a record. It has two uses:
 *
 * <ul>
 * <li>With {@code jelly.on.unreadable=envelope} the converter hands it on in place of a value that it cannot read.
 * <li>In a call without headers the converter writes its bytes unchanged. A worker makes such calls for dead letters.
 * </ul>
 *
 * <p>Stateless; the structs must not be changed.
 */
public final class RawValue {
    /** Fields: {@code value} (the bytes). If the value cannot be read, also {@code reason} and {@code message}. */
    public static final Schema SCHEMA = SchemaBuilder.struct()
            .name("dev.velella.RawValue")
            .version(1)
            .field("value", Schema.BYTES_SCHEMA)
            .field("reason", Schema.OPTIONAL_STRING_SCHEMA)
            .field("message", Schema.OPTIONAL_STRING_SCHEMA)
            .build();

    /** Reason: a header names an unknown format, or a header is malformed. */
    public static final String HEADER = "header";

    /** Reason: the value does not follow its format, or is above a limit. */
    public static final String UNDECODABLE = "undecodable";

    private RawValue() {}

    /** A struct of bytes to write. */
    public static Struct of(byte[] value) {
        return new Struct(SCHEMA).put("value", ByteBuffer.wrap(value));
    }

    /**
     * A struct that stands for a record that cannot be read.
     *
     * @param reason {@link #HEADER} or {@link #UNDECODABLE}
     * @param message describes the problem, without the place of the record
     */
    public static Struct unreadable(String reason, String message, byte[] value) {
        return of(value).put("reason", reason).put("message", message);
    }

    /** Whether a Connect value is such a struct, of this or another class loader. */
    public static boolean isRaw(@Nullable Object value) {
        return value instanceof Struct struct
                && SCHEMA.name().equals(struct.schema().name());
    }

    /** The problem with a value that cannot be read, as text; null for other values. */
    public static @Nullable String message(Object raw) {
        return ((Struct) raw).getString("message");
    }

    /** The kind of problem with a value that cannot be read; null for other values. */
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
