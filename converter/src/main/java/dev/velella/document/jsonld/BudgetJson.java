package dev.velella.document.jsonld;

import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.budget.ReadingBudget;
import dev.velella.rdf.ErrorText;
import jakarta.json.JsonArray;
import jakarta.json.JsonException;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import jakarta.json.stream.JsonLocation;
import jakarta.json.stream.JsonParser;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON within a budget. It checks the size while it reads. Later, each access to a value counts as a step, so
 * that a library that works on the value for too long is stopped.
 */
final class BudgetJson {
    /**
     * Makes parsers and values; thread-safe. It is kept because each look-up searches all libraries on the class path, which
     * takes longer than to read a small document.
     */
    static final JsonProvider JSON = provider();

    private final ReadingBudget budget;

    BudgetJson(ReadingBudget budget) {
        this.budget = budget;
    }

    /** Finds the library that lies beside this class, whatever other libraries the thread that comes first may see. */
    private static JsonProvider provider() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(BudgetJson.class.getClassLoader());
        try {
            return JsonProvider.provider();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /**
     * Reads a text.
     *
     * @throws JsonException if the text is no JSON
     * @throws MalformedDocumentException if an object has a key twice; JSON allows it, but one of the values is lost
     */
    JsonValue read(Reader json) {
        try (JsonParser parser = JSON.createParser(json)) {
            if (!parser.hasNext()) {
                throw new JsonException("it is empty");
            }
            JsonValue value = value(parser, parser.next());
            if (parser.hasNext()) {
                parser.next();
                throw new JsonException("something follows its value");
            }
            return value;
        }
    }

    private JsonValue value(JsonParser parser, JsonParser.Event event) {
        budget.value();
        return switch (event) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> new Text(parser.getString());
            case VALUE_NUMBER -> {
                String text = parser.getString();
                budget.number(text);
                yield new Numeral(text);
            }
            case VALUE_TRUE -> JsonValue.TRUE;
            case VALUE_FALSE -> JsonValue.FALSE;
            default -> JsonValue.NULL;
        };
    }

    private JsonValue object(JsonParser parser) {
        budget.enter();
        Map<String, JsonValue> members = new LinkedHashMap<>();
        JsonParser.Event event = parser.next();
        while (event != JsonParser.Event.END_OBJECT) {
            String name = parser.getString();
            if (members.containsKey(name)) {
                JsonLocation place = parser.getLocation();
                throw new MalformedDocumentException(
                        place.getLineNumber(),
                        place.getColumnNumber(),
                        "an object has the key \"" + ErrorText.name(name)
                                + "\" twice, and one of its values would be lost; write an array: [value, value]",
                        null);
            }
            members.put(name, value(parser, parser.next()));
            event = parser.next();
        }
        budget.leave();
        return new Members(members);
    }

    /** An object of values that were read. */
    JsonObject object(Map<String, JsonValue> members) {
        return new Members(members);
    }

    private JsonValue array(JsonParser parser) {
        budget.enter();
        List<JsonValue> items = new ArrayList<>();
        JsonParser.Event event = parser.next();
        while (event != JsonParser.Event.END_ARRAY) {
            items.add(value(parser, event));
            event = parser.next();
        }
        budget.leave();
        return new Items(items);
    }

    /**
     * A copy of a value with other texts.
     *
     * @param key key of the value itself, or of the array that holds it; null if there is none
     * @param texts takes the key of a text, and the text, and returns the new text; for a key itself the first argument
     *     is null
     */
    JsonValue mapped(JsonValue value, @Nullable String key, BiFunction<@Nullable String, String, String> texts) {
        if (value instanceof JsonObject object) {
            Map<String, JsonValue> members = new LinkedHashMap<>();
            object.forEach((name, member) -> members.put(texts.apply(null, name), mapped(member, name, texts)));
            return new Members(members);
        } else if (value instanceof JsonArray array) {
            List<JsonValue> items = new ArrayList<>(array.size());
            array.forEach(item -> items.add(mapped(item, key, texts)));
            return new Items(items);
        } else if (value instanceof JsonString text) {
            return new Text(texts.apply(key, text.getString()));
        }
        return value;
    }

    private final class Members extends AbstractMap<String, JsonValue> implements JsonObject {
        private final Map<String, JsonValue> members;

        Members(Map<String, JsonValue> members) {
            this.members = members;
        }

        @Override
        public @Nullable JsonValue get(Object name) {
            budget.step();
            return members.get(name);
        }

        @Override
        public boolean containsKey(Object name) {
            budget.step();
            return members.containsKey(name);
        }

        @Override
        public Set<Entry<String, JsonValue>> entrySet() {
            budget.step();
            return members.entrySet();
        }

        @Override
        public ValueType getValueType() {
            budget.step();
            return ValueType.OBJECT;
        }

        private JsonValue known(String name) {
            return Objects.requireNonNull(get(name), name);
        }

        @Override
        public JsonArray getJsonArray(String name) {
            return (JsonArray) known(name);
        }

        @Override
        public JsonObject getJsonObject(String name) {
            return (JsonObject) known(name);
        }

        @Override
        public JsonNumber getJsonNumber(String name) {
            return (JsonNumber) known(name);
        }

        @Override
        public JsonString getJsonString(String name) {
            return (JsonString) known(name);
        }

        @Override
        public String getString(String name) {
            return getJsonString(name).getString();
        }

        @Override
        public String getString(String name, String other) {
            return get(name) instanceof JsonString text ? text.getString() : other;
        }

        @Override
        public int getInt(String name) {
            return getJsonNumber(name).intValue();
        }

        @Override
        public int getInt(String name, int other) {
            return get(name) instanceof JsonNumber number ? number.intValue() : other;
        }

        @Override
        public boolean getBoolean(String name) {
            return get(name) == TRUE;
        }

        @Override
        public boolean getBoolean(String name, boolean other) {
            @Nullable JsonValue value = get(name);
            return value == TRUE || (value != FALSE && other);
        }

        @Override
        public boolean isNull(String name) {
            return get(name) == NULL;
        }
    }

    private final class Items extends AbstractList<JsonValue> implements JsonArray {
        private final List<JsonValue> items;

        Items(List<JsonValue> items) {
            this.items = items;
        }

        @Override
        public JsonValue get(int index) {
            budget.step();
            return items.get(index);
        }

        @Override
        public int size() {
            return items.size();
        }

        @Override
        public ValueType getValueType() {
            budget.step();
            return ValueType.ARRAY;
        }

        @Override
        public JsonObject getJsonObject(int index) {
            return (JsonObject) get(index);
        }

        @Override
        public JsonArray getJsonArray(int index) {
            return (JsonArray) get(index);
        }

        @Override
        public JsonNumber getJsonNumber(int index) {
            return (JsonNumber) get(index);
        }

        @Override
        public JsonString getJsonString(int index) {
            return (JsonString) get(index);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T extends JsonValue> List<T> getValuesAs(Class<T> type) {
            return (List<T>) items;
        }

        @Override
        public String getString(int index) {
            return getJsonString(index).getString();
        }

        @Override
        public String getString(int index, String other) {
            return get(index) instanceof JsonString text ? text.getString() : other;
        }

        @Override
        public int getInt(int index) {
            return getJsonNumber(index).intValue();
        }

        @Override
        public int getInt(int index, int other) {
            return get(index) instanceof JsonNumber number ? number.intValue() : other;
        }

        @Override
        public boolean getBoolean(int index) {
            return get(index) == TRUE;
        }

        @Override
        public boolean getBoolean(int index, boolean other) {
            JsonValue value = get(index);
            return value == TRUE || (value != FALSE && other);
        }

        @Override
        public boolean isNull(int index) {
            return get(index) == NULL;
        }
    }

    private final class Text implements JsonString {
        private final String text;

        Text(String text) {
            this.text = text;
        }

        @Override
        public String getString() {
            budget.step();
            return text;
        }

        @Override
        public CharSequence getChars() {
            return getString();
        }

        @Override
        public ValueType getValueType() {
            budget.step();
            return ValueType.STRING;
        }

        @Override
        public boolean equals(Object other) {
            budget.step();
            return other instanceof JsonString string && text.equals(string.getString());
        }

        @Override
        public int hashCode() {
            budget.step();
            return text.hashCode();
        }

        @Override
        public String toString() {
            return JSON.createValue(text).toString();
        }
    }

    /** A number that keeps its text. The text was checked, so that calculations with it take little time. */
    private final class Numeral implements JsonNumber {
        private final String text;

        Numeral(String text) {
            this.text = text;
        }

        @Override
        public ValueType getValueType() {
            budget.step();
            return ValueType.NUMBER;
        }

        @Override
        public BigDecimal bigDecimalValue() {
            budget.step();
            return new BigDecimal(text);
        }

        @Override
        public boolean isIntegral() {
            return bigDecimalValue().scale() == 0;
        }

        @Override
        public int intValue() {
            return bigDecimalValue().intValue();
        }

        @Override
        public int intValueExact() {
            return bigDecimalValue().intValueExact();
        }

        @Override
        public long longValue() {
            return bigDecimalValue().longValue();
        }

        @Override
        public long longValueExact() {
            return bigDecimalValue().longValueExact();
        }

        @Override
        public BigInteger bigIntegerValue() {
            return bigDecimalValue().toBigInteger();
        }

        @Override
        public BigInteger bigIntegerValueExact() {
            return bigDecimalValue().toBigIntegerExact();
        }

        @Override
        public double doubleValue() {
            return bigDecimalValue().doubleValue();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof JsonNumber number && bigDecimalValue().equals(number.bigDecimalValue());
        }

        @Override
        public int hashCode() {
            return bigDecimalValue().hashCode();
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
