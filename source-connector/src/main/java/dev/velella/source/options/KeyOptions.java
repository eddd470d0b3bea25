package dev.velella.source.options;

import dev.velella.options.OptionGroup;
import dev.velella.options.Spelling;
import dev.velella.source.element.KeyRule;
import dev.velella.source.element.KeySource;
import dev.velella.source.payload.MessageKeyRule;
import dev.velella.source.payload.TopicLevels;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/** Options that say which stream an element belongs to: names, defaults, documentation, and the rules that they make. */
public final class KeyOptions {
    public static final String KEY_SOURCE_CONFIG = "key.source";
    private static final String KEY_SOURCE_DOC =
            "Where the record key of an element comes from; the key names its stream. 'graph-name': the graph name"
                    + " (key.pattern). 'subject-type': the subject of a class (key.subject.type). 'constant': key.constant."
                    + " 'auto': the graph name if the element is a named graph, otherwise the constant. Messages can also"
                    + " have 'topic', 'topic-segment' (key.topic.segment) and 'json-pointer' (key.json.pointer); for messages"
                    + " without key.constant, 'auto' uses the MQTT topic in its place.";
    private static final String KEY_PATTERN_CONFIG = "key.pattern";
    private static final String KEY_PATTERN_DOC =
            "Regular expression for key.source=graph-name; its group 1 is the key. The default takes the graph name"
                    + " without its last segment.";
    private static final String KEY_SUBJECT_TYPE_CONFIG = "key.subject.type";
    private static final String KEY_SUBJECT_TYPE_DOC =
            "IRI of a class; with key.source=subject-type the key is the one subject of that type.";
    private static final String KEY_CONSTANT_CONFIG = "key.constant";
    private static final String KEY_CONSTANT_DOC =
            "Key of all elements (key.source=constant), or of the elements that are not named graphs"
                    + " (key.source=auto). Default for files: the name of the file without its extensions. Messages have no"
                    + " default.";
    private static final String KEY_TOPIC_SEGMENT_CONFIG = "key.topic.segment";
    private static final String KEY_TOPIC_SEGMENT_DOC =
            "With key.source=topic-segment, which level of the MQTT topic is the key: 1 is the first, -1 the last.";
    private static final String KEY_JSON_POINTER_CONFIG = "key.json.pointer";
    private static final String KEY_JSON_POINTER_DOC =
            "With key.source=json-pointer, where the key stands in a payload of JSON, such as /device/id (RFC 6901).";

    private static final String SUBJECT_TYPE = "subject-type";
    private static final String CONSTANT = "constant";
    private static final String TOPIC = "topic";
    private static final String TOPIC_SEGMENT = "topic-segment";
    private static final String JSON_POINTER = "json-pointer";
    private static final Set<String> OF_MESSAGES = Set.of(TOPIC, TOPIC_SEGMENT, JSON_POINTER);

    private KeyOptions() {}

    static void define(OptionGroup group) {
        group.choice(
                KEY_SOURCE_CONFIG,
                "auto",
                List.of("auto", "graph-name", SUBJECT_TYPE, CONSTANT, TOPIC, TOPIC_SEGMENT, JSON_POINTER),
                Importance.MEDIUM,
                KEY_SOURCE_DOC,
                "Key");
        group.add(
                KEY_PATTERN_CONFIG,
                Type.STRING,
                KeyRule.DEFAULT_PATTERN,
                OptionValidators.patternWithGroup(),
                Importance.MEDIUM,
                KEY_PATTERN_DOC,
                "Key in graph name");
        group.add(
                KEY_SUBJECT_TYPE_CONFIG,
                Type.STRING,
                null,
                OptionValidators.absoluteIri(),
                Importance.LOW,
                KEY_SUBJECT_TYPE_DOC,
                "Type of key subject");
        group.add(KEY_CONSTANT_CONFIG, Type.STRING, null, null, Importance.LOW, KEY_CONSTANT_DOC, "Constant key");
        group.number(
                KEY_TOPIC_SEGMENT_CONFIG,
                -1,
                OptionValidators.notZero(),
                Importance.MEDIUM,
                KEY_TOPIC_SEGMENT_DOC,
                "Key in the topic");
        group.add(
                KEY_JSON_POINTER_CONFIG,
                Type.STRING,
                null,
                OptionValidators.jsonPointer(),
                Importance.MEDIUM,
                KEY_JSON_POINTER_DOC,
                "Key in JSON");
    }

    /**
     * Finds options that do not go together: option to message.
     *
     * @param values parsed values; null where an option is wrong by itself
     * @param messages whether elements come as messages, which may have a key of their own
     */
    static Map<String, String> problems(Map<String, ?> values, boolean messages) {
        Map<String, String> problems = new LinkedHashMap<>();
        Object source = values.get(KEY_SOURCE_CONFIG);
        if (SUBJECT_TYPE.equals(source) && values.get(KEY_SUBJECT_TYPE_CONFIG) == null) {
            problems.put(KEY_SUBJECT_TYPE_CONFIG, "is needed with key.source=subject-type");
        } else if (JSON_POINTER.equals(source) && values.get(KEY_JSON_POINTER_CONFIG) == null) {
            problems.put(KEY_JSON_POINTER_CONFIG, "is needed with key.source=json-pointer");
        } else if (messages && CONSTANT.equals(source) && values.get(KEY_CONSTANT_CONFIG) == null) {
            problems.put(
                    KEY_CONSTANT_CONFIG,
                    "is needed with key.source=constant and source.type="
                            + values.get(RdfSourceConfig.SOURCE_TYPE_CONFIG));
        }
        if (!messages && OF_MESSAGES.contains(String.valueOf(source))) {
            problems.put(KEY_SOURCE_CONFIG, source + " goes with source.type=mqtt and http only");
        }
        return problems;
    }

    /**
     * The rule for the elements of an input.
     *
     * @param input name of the input, the key where the options have no constant
     */
    public static KeyRule elements(AbstractConfig config, String input) {
        String type = config.getString(KEY_SUBJECT_TYPE_CONFIG);
        return new KeyRule(
                Spelling.constant(KeySource.class, config.getString(KEY_SOURCE_CONFIG)),
                Pattern.compile(config.getString(KEY_PATTERN_CONFIG)),
                type == null ? null : SimpleValueFactory.getInstance().createIRI(type),
                constant(config, input));
    }

    /**
     * The constant key.
     *
     * @param input name of an input, the key where the options have no constant
     */
    public static String constant(AbstractConfig config, String input) {
        String constant = config.getString(KEY_CONSTANT_CONFIG);
        return constant == null || constant.isEmpty() ? input : constant;
    }

    /** The rule for messages. */
    public static MessageKeyRule messages(AbstractConfig config) {
        return MessageKeyRule.written(
                switch (config.getString(KEY_SOURCE_CONFIG)) {
                    case TOPIC -> MessageKeyRule.topic();
                    case TOPIC_SEGMENT -> MessageKeyRule.segment(config.getInt(KEY_TOPIC_SEGMENT_CONFIG));
                    case JSON_POINTER -> MessageKeyRule.pointer(config.getString(KEY_JSON_POINTER_CONFIG));
                    default -> MessageKeyRule.graph(topic -> elements(config, topic));
                });
    }

    /**
     * The stream of the messages of a topic: topics that give the same key are one stream, as far as that is known before
     * messages are read.
     */
    public static UnaryOperator<String> streamOfTopic(AbstractConfig config) {
        return switch (config.getString(KEY_SOURCE_CONFIG)) {
            case TOPIC_SEGMENT -> {
                int number = config.getInt(KEY_TOPIC_SEGMENT_CONFIG);
                yield topic -> Objects.requireNonNullElse(TopicLevels.level(topic, number), topic);
            }
            case "auto", CONSTANT -> topic -> constant(config, topic);
            default -> topic -> topic;
        };
    }
}
