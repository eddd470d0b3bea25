package dev.velella.converter;

import dev.velella.frame.FrameResult.MissingState;
import dev.velella.rdf.ElementKind;
import dev.velella.record.RecordDecoder;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.UnreadableRecordException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * Stands for a graph or patch whose codec state is missing, if {@code jelly.on.missing.state=envelope}. It holds the
 * unchanged bytes, and the reason. A sink that knows this struct can read the partition back to the key frame.
 * Immutable; the value must not be changed.
 */
public final class UndecodedFrame {
    /**
     * Fields: {@code reason} (no_state, replay, gap, wrong_link), {@code message} (one sentence), {@code jelly} (the
     * record's header) and {@code value} (the frame).
     */
    public static final Schema SCHEMA = SchemaBuilder.struct()
            .name("dev.velella.UndecodedFrame")
            .version(1)
            .field("reason", Schema.STRING_SCHEMA)
            .field("message", Schema.STRING_SCHEMA)
            .field("jelly", Schema.STRING_SCHEMA)
            .field("value", Schema.BYTES_SCHEMA)
            .build();

    private final String message;
    private final Headers headers;
    private final ElementKind kind;
    private final byte[] value;

    private UndecodedFrame(String message, String place, byte[] value) {
        this.message = message;
        this.value = value;
        headers = new RecordHeaders().add(RecordHeaderNames.JELLY, place.getBytes(StandardCharsets.US_ASCII));
        kind = RecordDecoder.kindOf(headers, value);
    }

    /** The frame that a decoder could not decode. */
    public static UndecodedFrame of(MissingState missing, byte[] value) {
        return new UndecodedFrame(missing.message(), missing.header(), value);
    }

    /** The struct that stands for a record. */
    public static Struct struct(MissingState missing, byte[] value) {
        return new Struct(SCHEMA)
                .put("reason", missing.reason().name().toLowerCase(Locale.ROOT))
                .put("message", missing.message())
                .put("jelly", missing.header())
                .put("value", ByteBuffer.wrap(value));
    }

    /** Whether a Connect value is such a struct, of this or another class loader. */
    public static boolean isUndecoded(@Nullable Object value) {
        return value instanceof Struct struct
                && SCHEMA.name().equals(struct.schema().name());
    }

    /**
     * Reads a struct.
     *
     * @throws DataException if a field is missing or has another form
     */
    public static UndecodedFrame of(Object value) {
        if (!isUndecoded(value)) {
            throw new DataException("not a struct " + SCHEMA.name());
        }
        Struct struct = (Struct) value;
        try {
            return new UndecodedFrame(
                    struct.getString("message"), struct.getString("jelly"), bytes(struct.get("value")));
        } catch (UnreadableRecordException e) {
            throw new DataException("struct " + SCHEMA.name() + ": " + e.getMessage(), e);
        }
    }

    private static byte[] bytes(@Nullable Object value) {
        if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return bytes;
        } else if (value instanceof byte[] bytes) {
            return bytes;
        }
        throw new DataException("struct " + SCHEMA.name() + ": no bytes");
    }

    /** Description of the problem: one sentence, without the record's place. */
    public String message() {
        return message;
    }

    /** Kind of the element in the frame. */
    public ElementKind kind() {
        return kind;
    }

    /** The headers of Kafka with which the frame can be decoded. */
    public Headers headers() {
        return headers;
    }

    /** The frame itself, not a copy. */
    public byte[] value() {
        return value;
    }
}
