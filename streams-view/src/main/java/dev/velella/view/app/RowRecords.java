package dev.velella.view.app;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.velella.view.View;
import dev.velella.view.definition.ColumnType;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keys and values of the records of rows. Both begin with the stream: two streams may have rows with one key. With schemas
 * they are what Connect's JsonConverter reads with {@code schemas.enable=true}. Immutable.
 */
final class RowRecords {
    /** Column that names the stream; no view may have another one of this name. */
    static final String STREAM = "stream";

    private final String keyHead;
    private final String valueHead;
    private final String tail;

    /** @param withSchemas whether the records carry the types of their columns */
    RowRecords(Map<String, ColumnType> columns, List<String> key, boolean withSchemas) {
        Map<String, ColumnType> keyed = new LinkedHashMap<>();
        key.forEach(column -> keyed.put(column, columns.getOrDefault(column, ColumnType.STRING)));
        keyHead = withSchemas ? "{\"schema\":" + schema(keyed, false) + ",\"payload\":" : "";
        valueHead = withSchemas ? "{\"schema\":" + schema(columns, true) + ",\"payload\":" : "";
        tail = withSchemas ? "}" : "";
    }

    static RowRecords of(View view, boolean withSchemas) {
        return new RowRecords(view.columns(), view.key(), withSchemas);
    }

    private static String schema(Map<String, ColumnType> columns, boolean optional) {
        ObjectNode struct = JsonNodeFactory.instance.objectNode();
        struct.put("type", "struct").put("optional", false);
        ArrayNode fields = struct.putArray("fields");
        fields.addObject().put("field", STREAM).put("type", "string").put("optional", false);
        columns.forEach((column, type) -> {
            ObjectNode field = fields.addObject();
            field.put("field", column).put("optional", optional);
            switch (type) {
                case STRING -> field.put("type", "string");
                case DOUBLE -> field.put("type", "double");
                case LONG -> field.put("type", "int64");
                case BOOLEAN -> field.put("type", "boolean");
                case TIMESTAMP ->
                    field.put("type", "int64")
                            .put("name", "org.apache.kafka.connect.data.Timestamp")
                            .put("version", 1);
            }
        });
        return struct.toString();
    }

    /** What stands before the key of each row, so that a later definition can delete the rows of this one. */
    String keyHead() {
        return keyHead;
    }

    /** Differs where values have other types. */
    int valueForm() {
        return valueHead.hashCode();
    }

    byte[] key(String stream, String rowKey) {
        return key(keyHead, stream, rowKey);
    }

    /**
     * The key of a row.
     *
     * @param head {@link #keyHead} of the definition that wrote the row
     * @param rowKey as {@link dev.velella.view.answer.Row#key} has it
     */
    static byte[] key(String head, String stream, String rowKey) {
        return (head + joined(stream, rowKey) + (head.isEmpty() ? "" : "}")).getBytes(StandardCharsets.UTF_8);
    }

    /** @param json as {@link dev.velella.view.answer.Row#json} has it */
    byte[] value(String stream, String json) {
        return (valueHead + joined(stream, json) + tail).getBytes(StandardCharsets.UTF_8);
    }

    private static String joined(String stream, String object) {
        String rest = object.substring(1);
        return "{\"" + STREAM + "\":" + TextNode.valueOf(stream) + (rest.equals("}") ? "" : ",") + rest;
    }
}
