package dev.velella.source.payload;

import dev.velella.options.OptionGroup;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;

/** Options that say what payloads are: names, defaults, documentation, and how they depend on each other. */
public final class PayloadOptions {
    public static final String CONTENT_TYPE_CONFIG = "payload.content.type";
    public static final String CONTENT_TYPES_CONFIG = "payload.content.types";

    private static final String CONTENT_TYPE_DOC =
            "Media type of payloads that do not say theirs (MQTT 5 content type) and whose topic is not in"
                    + " payload.content.types: text/turtle, application/trig, application/n-triples, application/n-quads,"
                    + " application/ld+json, application/rdf+xml or application/x-jelly-rdf.";
    private static final String CONTENT_TYPES_DOC =
            "Media types by topic, for payloads that do not say theirs: entries FILTER=TYPE, such as"
                    + " site/+/weather=text/turtle, separated by commas. The first filter that matches counts.";

    private PayloadOptions() {}

    /** Adds all options to a group. */
    public static void define(OptionGroup group) {
        group.text(CONTENT_TYPE_CONFIG, null, Importance.HIGH, CONTENT_TYPE_DOC, "Content type");
        group.add(
                CONTENT_TYPES_CONFIG,
                Type.LIST,
                List.of(),
                null,
                Importance.MEDIUM,
                CONTENT_TYPES_DOC,
                "Content types by topic");
    }

    /**
     * What is wrong with options that depend on others: option to message.
     *
     * @param values parsed values; null where an option is wrong by itself
     */
    public static Map<String, String> problems(Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>();
        if (values.get(CONTENT_TYPES_CONFIG) instanceof List<?> entries) {
            try {
                new ContentTypes(entries.stream().map(String::valueOf).toList(), null);
            } catch (IllegalArgumentException e) {
                problems.put(CONTENT_TYPES_CONFIG, String.valueOf(e.getMessage()));
            }
        }
        return problems;
    }

    /**
     * The reader that the options describe.
     *
     * @param statements most statements of a payload
     * @param bytes most bytes of a payload
     */
    public static PayloadReader reader(AbstractConfig config, int statements, int bytes) {
        ContentTypes types =
                new ContentTypes(config.getList(CONTENT_TYPES_CONFIG), config.getString(CONTENT_TYPE_CONFIG));
        return new PayloadReader(types, statements, bytes, Map.of());
    }
}
