package dev.velella.view.definition;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The definition of a view, as a JSON object says it. The text of query, shapes or rules is not read here, but when
 * the view is compiled. Immutable.
 *
 * @param name {@code [a-z0-9][a-z0-9._-]{0,63}}
 * @param source the member that holds the text: {@code query}, {@code shapes}, {@code rules} or {@code ruleset}
 * @param text SPARQL, Turtle, rules, or the name of a rule set
 * @param key variables that tell the rows of one stream apart; empty if the kind is not {@link ViewKind#SELECT}
 * @param columns types of columns; a column that is not named is a {@link ColumnType#STRING}
 * @param after how long after the last element of a stream the view is asked again, ascending
 * @param timeoutMs longest time of one answer
 * @param maxRows most rows, statements or violations of one stream's answer
 */
public record ViewDefinition(
        String name,
        ViewKind kind,
        String source,
        String text,
        List<String> key,
        Map<String, ColumnType> columns,
        List<Duration> after,
        long timeoutMs,
        int maxRows) {

    private static final long TIMEOUT_MS = 1_000;
    private static final int MAX_ROWS = 10_000;
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final Set<String> COMMON = Set.of("name", "kind", "after", "timeout.ms", "max.rows");

    /** Makes immutable copies; columns keep no order. */
    public ViewDefinition {
        key = List.copyOf(key);
        columns = Map.copyOf(columns);
        after = after.stream().distinct().sorted().toList();
    }

    /**
     * Reads a definition.
     *
     * @param json a JSON object with the members that {@code docs/view-language.md} lists
     * @throws ViewRefusedException with {@link Refusal#DEFINITION}
     */
    public static ViewDefinition parse(String json) {
        try {
            JsonNode read = JSON.readTree(json);
            if (!(read instanceof ObjectNode object)) {
                throw refused("?", "document", "is no JSON object");
            }
            return new Members(object).definition();
        } catch (JsonProcessingException e) {
            throw refused(
                    "?",
                    "document",
                    "is no JSON: " + e.getOriginalMessage() + " at line "
                            + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr());
        }
    }

    /** The definition as JSON. Equal definitions have equal texts, and {@link #parse} reads it. */
    public String json() {
        ObjectNode object = JSON.createObjectNode();
        object.put("name", name);
        object.put("kind", kind.id());
        object.put(source, text);
        if (!key.isEmpty()) {
            ArrayNode names = object.putArray("key");
            key.forEach(names::add);
        }
        if (!columns.isEmpty()) {
            ObjectNode types = object.putObject("columns");
            new TreeMap<>(columns).forEach((column, type) -> types.put(column, type.id()));
        }
        if (!after.isEmpty()) {
            ArrayNode times = object.putArray("after");
            after.forEach(time -> times.add(time.toString()));
        }
        object.put("timeout.ms", timeoutMs);
        object.put("max.rows", maxRows);
        return object.toString();
    }

    private static ViewRefusedException refused(String view, String place, String why) {
        return new ViewRefusedException(Refusal.DEFINITION, view, place, why);
    }

    /** The members of a document. */
    private static final class Members {
        private final ObjectNode object;
        private final String name;

        Members(ObjectNode object) {
            this.object = object;
            JsonNode given = object.get("name");
            if (given == null
                    || !given.isTextual()
                    || !NAME.matcher(given.textValue()).matches()) {
                throw refused("?", "name", "must be a text like " + NAME);
            }
            name = given.textValue();
        }

        ViewDefinition definition() {
            ViewKind kind = oneOf("kind", object.path("kind"), ViewKind.values());
            Set<String> known = new TreeSet<>(COMMON);
            List<String> sources =
                    switch (kind) {
                        case CONSTRUCT, SELECT -> List.of("query");
                        case SHACL -> List.of("shapes");
                        case RULES -> List.of("rules", "ruleset");
                    };
            known.addAll(sources);
            if (kind == ViewKind.SELECT) {
                known.add("key");
                known.add("columns");
            }
            object.fieldNames().forEachRemaining(member -> {
                if (!known.contains(member)) {
                    throw refused(
                            name,
                            member,
                            "is no member of a view of kind " + kind.id() + "; these are: " + String.join(", ", known));
                }
            });
            List<String> given = sources.stream().filter(object::has).toList();
            if (given.size() != 1) {
                throw refused(name, String.join(" or ", sources), "one must be there");
            }
            String source = given.get(0);
            List<String> key = texts("key");
            if (kind == ViewKind.SELECT && key.isEmpty()) {
                throw new ViewRefusedException(
                        Refusal.KEY, name, "key", "is missing: name the variables that tell the rows apart");
            }
            if (Set.copyOf(key).size() != key.size()) {
                throw refused(name, "key", "names a variable twice");
            }
            return new ViewDefinition(
                    name,
                    kind,
                    source,
                    text(source, object.get(source)),
                    key,
                    columns(),
                    after(),
                    number("timeout.ms", TIMEOUT_MS, 600_000),
                    (int) number("max.rows", MAX_ROWS, 10_000_000));
        }

        private Map<String, ColumnType> columns() {
            Map<String, ColumnType> columns = new LinkedHashMap<>();
            JsonNode given = object.path("columns");
            if (!given.isMissingNode() && !given.isObject()) {
                throw refused(name, "columns", "must be an object: variable and type");
            }
            given.properties()
                    .forEach(each -> columns.put(
                            each.getKey(), oneOf("columns." + each.getKey(), each.getValue(), ColumnType.values())));
            return columns;
        }

        private List<Duration> after() {
            List<Duration> after = new ArrayList<>();
            for (String each : texts("after")) {
                try {
                    Duration time = Duration.parse(each);
                    if (time.toMillis() <= 0) {
                        throw refused(name, "after", each + " is not longer than 0 ms");
                    }
                    after.add(time);
                } catch (DateTimeParseException | ArithmeticException e) {
                    throw refused(name, "after", each + " is no duration like PT10M");
                }
            }
            return after;
        }

        private <E extends Enum<E>> E oneOf(String member, JsonNode given, E[] values) {
            for (E value : values) {
                if (given.isTextual() && value.name().toLowerCase(Locale.ROOT).equals(given.textValue())) {
                    return value;
                }
            }
            throw refused(
                    name,
                    member,
                    "must be one of "
                            + Arrays.stream(values)
                                    .map(value -> value.name().toLowerCase(Locale.ROOT))
                                    .collect(Collectors.joining(", ")));
        }

        private List<String> texts(String member) {
            JsonNode given = object.path(member);
            if (!given.isMissingNode() && !given.isArray()) {
                throw refused(name, member, "must be an array of texts");
            }
            List<String> texts = new ArrayList<>();
            given.forEach(each -> texts.add(text(member, each)));
            return texts;
        }

        private String text(String member, JsonNode given) {
            if (!given.isTextual()) {
                throw refused(name, member, "must be text");
            }
            return given.textValue();
        }

        private long number(String member, long none, long most) {
            JsonNode given = object.path(member);
            if (given.isMissingNode()) {
                return none;
            }
            if (!given.isIntegralNumber()
                    || !given.canConvertToLong()
                    || given.longValue() < 1
                    || given.longValue() > most) {
                throw refused(name, member, "must be a whole number from 1 to " + most);
            }
            return given.longValue();
        }
    }
}
