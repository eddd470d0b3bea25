package dev.velella.lift;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/** Writes values of Connect as JSON without schemas, for formats that read JSON. Scalars are as in {@link ConnectText}. */
final class ConnectJson {
    private static final JsonFactory JSON = new JsonFactory();

    private ConnectJson() {}

    /** @throws IllegalArgumentException if a value has no text */
    static byte[] bytes(@Nullable Schema schema, @Nullable Object value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(out)) {
            write(json, schema, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static void write(JsonGenerator json, @Nullable Schema schema, @Nullable Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                json.writeFieldName(String.valueOf(entry.getKey()));
                write(json, schema == null ? null : schema.valueSchema(), entry.getValue());
            }
            json.writeEndObject();
        } else if (value instanceof Iterable<?> items) {
            json.writeStartArray();
            for (Object item : items) {
                write(json, schema == null ? null : schema.valueSchema(), item);
            }
            json.writeEndArray();
        } else if (ConnectText.kind(schema, value) == ValueKind.OBJECT) {
            json.writeStartObject();
            Struct struct = (Struct) value;
            for (Field field : struct.schema().fields()) {
                json.writeFieldName(field.name());
                write(json, field.schema(), struct.get(field));
            }
            json.writeEndObject();
        } else {
            scalar(json, ConnectText.kind(schema, value), ConnectText.text(schema, value));
        }
    }

    private static void scalar(JsonGenerator json, ValueKind kind, String text) throws IOException {
        boolean isBare =
                switch (kind) {
                    case INTEGER, DECIMAL, BOOLEAN -> true;
                    case DOUBLE, FLOAT -> !text.endsWith("INF") && !text.equals("NaN");
                    default -> false;
                };
        if (isBare) {
            json.writeRawValue(text);
        } else {
            json.writeString(text);
        }
    }
}
