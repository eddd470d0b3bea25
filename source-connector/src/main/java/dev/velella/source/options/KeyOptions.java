package dev.velella.source.options;

import dev.velella.graph.KeyRule;
import dev.velella.graph.KeySource;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.kit.options.Spelling;
import dev.velella.lift.TopicLevels;
import dev.velella.source.payload.MessageKeyRule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * Options about keys, which name the streams of elements: names, defaults, documentation, and the rules that follow
 * from them.
 */
public final class KeyOptions {
    public static final Option<KeySource> KEY_SOURCE = Option.choice("key.source", KeySource.AUTO)
            .medium()
            .label("Key")
            .doc("Where the record key of an element comes from; the key names its stream. 'graph-name': the graph name"
                    + " (key.pattern). 'subject-type': the subject of a class (key.subject.type). 'constant': key.constant."
                    + " 'auto': the graph name if the element is a named graph, otherwise the constant. Messages can also"
                    + " have 'topic', 'topic-segment' (key.topic.segment) and 'json-pointer' (key.json.pointer); for messages"
                    + " without key.constant, 'auto' uses the MQTT topic in its place.");
    private static final Option<String> KEY_PATTERN = Option.text("key.pattern")
            .byDefault(KeyRule.DEFAULT_PATTERN)
            .check(OptionValidators.patternWithGroup())
            .medium()
            .label("Key in graph name")
            .doc(
                    "Regular expression for key.source=graph-name; its group 1 is the key. The default takes the graph name"
                            + " without its last segment.");
    private static final Option<String> KEY_SUBJECT_TYPE = Option.text("key.subject.type")
            .check(OptionValidators.absoluteIri())
            .label("Type of key subject")
            .doc("IRI of a class; with key.source=subject-type the key is the one subject of that type.");
    private static final Option<String> KEY_CONSTANT = Option.text("key.constant")
            .check(null)
            .label("Constant key")
            .doc("Key of all elements (key.source=constant), or of the elements that are not named graphs"
                    + " (key.source=auto). Default for files: the name of the file without its extensions. Messages have no"
                    + " default.");
    private static final Option<Integer> KEY_TOPIC_SEGMENT = Option.number("key.topic.segment", -1)
            .check(OptionValidators.notZero())
            .medium()
            .label("Key in the topic")
            .doc(
                    "With key.source=topic-segment, which level of the MQTT topic is the key: 1 is the first, -1 the last.");
    private static final Option<String> KEY_JSON_POINTER = Option.text("key.json.pointer")
            .check(OptionValidators.jsonPointer())
            .medium()
            .label("Key in JSON")
            .doc(
                    "With key.source=json-pointer, where the key stands in a payload of JSON, such as /device/id (RFC 6901).");

    private KeyOptions() {}

    /**
     * Adds the options.
     *
     * @param shownIf under which values of other options keys have an effect
     */
    static void define(ConfigDef def, String group, Map<String, List<String>> shownIf) {
        new OptionGroup(def, group, shownIf).add(KEY_SOURCE, KEY_PATTERN, KEY_SUBJECT_TYPE, KEY_CONSTANT);
        new OptionGroup(def, group, with(shownIf, KeySource.TOPIC_SEGMENT)).add(KEY_TOPIC_SEGMENT);
        new OptionGroup(def, group, with(shownIf, KeySource.JSON_POINTER)).add(KEY_JSON_POINTER);
    }

    private static Map<String, List<String>> with(Map<String, List<String>> shownIf, KeySource source) {
        Map<String, List<String>> conditions = new LinkedHashMap<>(shownIf);
        conditions.put(KEY_SOURCE.name(), List.of(Spelling.of(source)));
        return conditions;
    }

    /**
     * Finds options that do not go together. The map's keys are options, its values messages.
     *
     * @param values parsed values; null for an option that is wrong by itself
     * @param messages whether elements come as messages, which may have keys of their own
     */
    static Map<String, String> problems(Map<String, ?> values, boolean messages) {
        Map<String, String> problems = new LinkedHashMap<>();
        KeySource source = KEY_SOURCE.in(values);
        if (source == KeySource.SUBJECT_TYPE && KEY_SUBJECT_TYPE.in(values) == null) {
            problems.put(KEY_SUBJECT_TYPE.name(), "is needed with key.source=subject-type");
        } else if (source == KeySource.JSON_POINTER && KEY_JSON_POINTER.in(values) == null) {
            problems.put(KEY_JSON_POINTER.name(), "is needed with key.source=json-pointer");
        } else if (messages && source == KeySource.CONSTANT && KEY_CONSTANT.in(values) == null) {
            problems.put(
                    KEY_CONSTANT.name(),
                    "is needed with key.source=constant and source.type="
                            + values.get(RdfSourceConfig.SOURCE_TYPE_CONFIG));
        }
        if (!messages && source != null && source.isOfMessages()) {
            problems.put(KEY_SOURCE.name(), Spelling.of(source) + " goes with source.type=mqtt and http only");
        }
        return problems;
    }

    /**
     * The rule for the elements of an input.
     *
     * @param input name of the input, which is the key if the options have no constant
     */
    public static KeyRule elements(AbstractConfig config, String input) {
        String type = KEY_SUBJECT_TYPE.orNull(config);
        return new KeyRule(
                KEY_SOURCE.of(config),
                Pattern.compile(KEY_PATTERN.of(config)),
                type == null ? null : SimpleValueFactory.getInstance().createIRI(type),
                constant(config, input));
    }

    /**
     * The constant key.
     *
     * @param input name of an input, which is the key if the options have no constant
     */
    public static String constant(AbstractConfig config, String input) {
        String constant = KEY_CONSTANT.orNull(config);
        return constant == null || constant.isEmpty() ? input : constant;
    }

    /** The rule for messages. */
    public static MessageKeyRule messages(AbstractConfig config) {
        return MessageKeyRule.written(
                switch (KEY_SOURCE.of(config)) {
                    case TOPIC -> MessageKeyRule.topic();
                    case TOPIC_SEGMENT -> MessageKeyRule.segment(KEY_TOPIC_SEGMENT.of(config));
                    case JSON_POINTER -> MessageKeyRule.pointer(KEY_JSON_POINTER.of(config));
                    default -> MessageKeyRule.graph(topic -> elements(config, topic));
                });
    }

    /**
     * Returns a function that gives the stream of a topic's messages. Topics with the same key are one stream, as far
     * as the key is known before messages are read.
     */
    public static UnaryOperator<String> streamOfTopic(AbstractConfig config) {
        return switch (KEY_SOURCE.of(config)) {
            case TOPIC_SEGMENT -> {
                int number = KEY_TOPIC_SEGMENT.of(config);
                yield topic -> Objects.requireNonNullElse(TopicLevels.level(topic, number), topic);
            }
            case AUTO, CONSTANT -> topic -> constant(config, topic);
            default -> topic -> topic;
        };
    }
}
