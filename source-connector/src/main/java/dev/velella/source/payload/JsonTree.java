package dev.velella.source.payload;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.velella.source.payload.PayloadException.Reason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value of JSON. Numbers are kept as they are written: {@code 30.0} stays {@code 30.0}. Immutable.
 *
 * @param kind of the value
 * @param text of a string, number or truth value; empty for others
 * @param members of an object, in their order
 * @param items of an array
 */
record JsonTree(Kind kind, String text, Map<String, JsonTree> members, List<JsonTree> items) {
    /** Deepest nesting that is read. */
    private static final int MAX_NESTING = 200;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_NESTING)
                    .maxNumberLength(1000)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** What a value is. */
    enum Kind {
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
     * @throws PayloadException if there is none, or more than one; if an object has a name twice
     */
    static JsonTree parse(byte[] json) {
        try (JsonParser parser = JSON.createParser(
                new InputStreamReader(new ByteArrayInputStream(json), StandardCharsets.UTF_8.newDecoder()))) {
            if (parser.nextToken() == null) {
                throw new PayloadException(Reason.MALFORMED, "not JSON: it is empty");
            }
            JsonTree value = value(parser);
            if (parser.nextToken() != null) {
                throw new PayloadException(Reason.MALFORMED, "not JSON: something follows its value");
            }
            return value;
        } catch (CharacterCodingException e) {
            throw new PayloadException(Reason.MALFORMED, "not JSON: not UTF-8", e);
        } catch (StreamConstraintsException e) {
            throw new PayloadException(Reason.TOO_LARGE, "JSON beyond the limits: " + e.getOriginalMessage(), e);
        } catch (JsonParseException e) {
            throw new PayloadException(
                    Reason.MALFORMED,
                    "not JSON: line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr() + ": " + e.getOriginalMessage(),
                    e);
        } catch (IOException e) {
            throw new PayloadException(Reason.MALFORMED, "not JSON: " + e.getMessage(), e);
        }
    }

    private static JsonTree value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, JsonTree> members = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    members.put(name, value(parser));
                }
                yield new JsonTree(Kind.OBJECT, "", members, List.of());
            }
            case START_ARRAY -> {
                List<JsonTree> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(value(parser));
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

    /** Whether it is a text, a number or a truth value. */
    boolean isScalar() {
        return kind == Kind.STRING || kind == Kind.NUMBER || kind == Kind.BOOLEAN;
    }

    /** The text of the scalar that a JSON pointer (RFC 6901) leads to; null if it leads to something else or nowhere. */
    @Nullable
    String textAt(String pointer) {
        JsonTree value = at(pointer);
        return value == null || !value.isScalar() ? null : value.text;
    }

    /** The value that a JSON pointer leads to; null if it leads nowhere. */
    @Nullable
    JsonTree at(String pointer) {
        JsonTree value = this;
        if (pointer.isEmpty()) {
            return value;
        }
        for (String token : pointer.substring(1).split("/", -1)) {
            value = value.child(token.replace("~1", "/").replace("~0", "~"));
            if (value == null) {
                return null;
            }
        }
        return value;
    }

    private @Nullable JsonTree child(String name) {
        if (kind == Kind.OBJECT) {
            return members.get(name);
        }
        boolean isIndex = kind == Kind.ARRAY && name.matches("0|[1-9]\\d{0,8}");
        int index = isIndex ? Integer.parseInt(name) : -1;
        return index >= 0 && index < items.size() ? items.get(index) : null;
    }
}
