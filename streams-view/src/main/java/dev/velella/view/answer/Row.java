package dev.velella.view.answer;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row of an answer: columns in the order of the query, with their values. Two rows with the same JSON are equal.
 * Immutable.
 */
public final class Row {
    private final Map<String, @Nullable Object> values;
    private final String key;
    private final String json;

    /**
     * @param values column and value in order: String, Long, Double, Boolean, or null
     * @param key columns of the key; each has a value
     */
    public Row(Map<String, @Nullable Object> values, List<String> key) {
        this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        ObjectNode keyed = JsonNodeFactory.instance.objectNode();
        for (String column : key) {
            put(keyed, column, values.get(column));
        }
        this.key = keyed.toString();
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        values.forEach((column, value) -> put(all, column, value));
        json = all.toString();
    }

    private static void put(ObjectNode object, String column, @Nullable Object value) {
        if (value == null) {
            object.putNull(column);
        } else if (value instanceof Long number) {
            object.put(column, number);
        } else if (value instanceof Double number) {
            object.put(column, number);
        } else if (value instanceof Boolean truth) {
            object.put(column, truth);
        } else {
            object.put(column, (String) value);
        }
    }

    /** Column and value, in the order of the query. */
    public Map<String, @Nullable Object> values() {
        return values;
    }

    /** The columns of the key, as a JSON object. */
    public String key() {
        return key;
    }

    /** All columns, as a JSON object. */
    public String json() {
        return json;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Row row && row.json.equals(json) && row.key.equals(key);
    }

    @Override
    public int hashCode() {
        return json.hashCode();
    }

    @Override
    public String toString() {
        return json;
    }
}
