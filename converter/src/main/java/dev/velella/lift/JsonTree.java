package dev.velella.lift;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.velella.document.budget.ReadingBudget;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A value of JSON. Numbers are kept as they are written: {@code 30.0} stays {@code 30.0}. Immutable.
 *
 * @param kind kind of the value
 * @param text text of a string, number or truth value; empty for other kinds
 * @param members members of an object, in their order
 * @param items items of an array
 */
public record JsonTree(Kind kind, String text, Map<String, JsonTree> members, List<JsonTree> items) {
    /** The kinds of JSON values. */
    public enum Kind {
        OBJECT,
        ARRAY,
        STRING,
        NUMBER,
        BOOLEAN,
        NULL
    }

    /**
     * Reads one value, in UTF-8.
     *
     * @param budget budget in which each value is counted
     * @throws PayloadException if there is no value or more than one, or if an object has a name twice
     */
    public static JsonTree parse(byte[] json, ReadingBudget budget) {
        return JsonText.read(json, parser -> value(parser, budget));
    }

    private static JsonTree value(JsonParser parser, ReadingBudget budget) throws IOException {
        budget.value();
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, JsonTree> members = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    members.put(name, value(parser, budget));
                }
                yield new JsonTree(Kind.OBJECT, "", members, List.of());
            }
            case START_ARRAY -> {
                List<JsonTree> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(value(parser, budget));
                }
                yield new JsonTree(Kind.ARRAY, "", Map.of(), items);
            }
            case VALUE_STRING -> scalar(Kind.STRING, parser);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> scalar(Kind.NUMBER, parser);
            case VALUE_TRUE, VALUE_FALSE -> scalar(Kind.BOOLEAN, parser);
            default -> new JsonTree(Kind.NULL, "", Map.of(), List.of());
        };
    }

    private static JsonTree scalar(Kind kind, JsonParser parser) throws IOException {
        return new JsonTree(kind, parser.getText(), Map.of(), List.of());
    }
}
