package dev.velella.diff.options;

import dev.velella.document.budget.ReadingLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.lift.Envelope;
import dev.velella.lift.Lift;
import dev.velella.lift.LiftOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** The options of the diff app for what it reads: topics, and how records become elements that are not Jelly. Stateless. */
public final class InputOptions {
    /** One input topic. */
    public static final Option<String> TOPIC = Option.text(DiffConfig.PREFIX + "input.topic")
            .high()
            .doc(
                    "Topic to read. Must exist. It holds graphs in Jelly, or any records if velella.template, velella.context or"
                            + " velella.content.type says what they become.");

    /** Several input topics. */
    public static final Option<List<String>> TOPICS = Option.list(DiffConfig.PREFIX + "input.topics")
            .doc(
                    "Topics to read, separated by commas, in place of velella.input.topic; not of Jelly. Must exist. The key of a"
                            + " stream is TOPIC/KEY, with the key of the record, unless a key template says what it is. For the records of"
                            + " one topic, velella.template.TOPIC and velella.key.template.TOPIC are in place of velella.template and"
                            + " velella.key.template.");

    /** Input topics by a pattern. */
    public static final Option<Pattern> TOPICS_PATTERN = Option.text(DiffConfig.PREFIX + "input.topics.pattern")
            .as(Pattern::compile)
            .check(LambdaValidator.with(InputOptions::checkPattern, () -> "regular expression"))
            .doc(
                    "Regular expression for the names of the topics to read, in place of velella.input.topics. The app also reads"
                            + " a topic that is made later. It must not match a topic that the app writes.");

    /** What records become that are not Jelly. */
    static final LiftOptions LIFT = new LiftOptions(DiffConfig.PREFIX);

    /** Converter of the values. */
    static final Option<String> VALUE_CONVERTER = Option.text(DiffConfig.PREFIX + "input.value.converter")
            .medium()
            .doc("Class of a Converter of Kafka Connect that reads the values of the input, such as"
                    + " io.confluent.connect.avro.AvroConverter; its jars belong into the folder lib. Its options have the prefix"
                    + " velella.input.value.converter. here. Without it, values are JSON or text, as"
                    + " velella.content.type says.");

    /** Converter of the keys. */
    static final Option<String> KEY_CONVERTER = Option.text(DiffConfig.PREFIX + "input.key.converter")
            .medium()
            .doc(
                    "Class of a Converter of Kafka Connect that reads the keys of the input, with options that have the prefix"
                            + " velella.input.key.converter. here. Without it, keys are text or JSON.");

    /** Prefix of the template of one topic. */
    static final String TOPIC_TEMPLATE = LIFT.template() + ".";

    private static final String TOPIC_KEY_TEMPLATE = LIFT.keyTemplate() + ".";

    private InputOptions() {}

    private static void checkPattern(String option, @Nullable Object value) {
        try {
            Pattern.compile(String.valueOf(value));
        } catch (PatternSyntaxException e) {
            throw new ConfigException(option, value, "is no regular expression: " + e.getDescription());
        }
    }

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        OptionGroup group = new OptionGroup(def, "Input");
        group.add(TOPIC, TOPICS, TOPICS_PATTERN);
        LIFT.define(group);
        group.add(VALUE_CONVERTER, KEY_CONVERTER);
    }

    /** Whether an option that is not defined belongs to the app all the same: one of a topic, or of a converter. */
    static boolean isOpen(String option) {
        return Stream.of(TOPIC_TEMPLATE, TOPIC_KEY_TEMPLATE, VALUE_CONVERTER + ".", KEY_CONVERTER + ".")
                .anyMatch(prefix -> option.startsWith(prefix) && option.length() > prefix.length());
    }

    /**
     * Reads which topics are the input.
     *
     * @throws ConfigException if no option says so, or more than one
     */
    static InputTopics readTopics(AbstractConfig config) {
        String one = TOPIC.orNull(config);
        List<String> names = TOPICS.of(config);
        Pattern pattern = TOPICS_PATTERN.orNull(config);
        int given = (one == null ? 0 : 1) + (names.isEmpty() ? 0 : 1) + (pattern == null ? 0 : 1);
        if (given != 1) {
            throw new ConfigException(
                    (given == 0 ? "nothing says what to read" : "more than one option says what to read")
                            + "; set one of " + TOPIC + ", " + TOPICS + " and " + TOPICS_PATTERN);
        } else if (one != null) {
            return new InputTopics(TOPIC.name(), List.of(one), null, false);
        } else if (pattern != null) {
            return new InputTopics(TOPICS_PATTERN.name(), List.of(), pattern, true);
        }
        return new InputTopics(TOPICS.name(), names.stream().distinct().toList(), null, true);
    }

    /**
     * Reads how records become elements.
     *
     * @param topics the input topics
     * @param limits of a frame of Jelly, which hold for other records too
     * @return null if the input is Jelly
     * @throws ConfigException if an option is wrong, options contradict each other, two topics would write the same streams, or
     *     nothing says what the records of a topic become
     */
    static @Nullable LiftSettings readLift(AbstractConfig config, InputTopics topics, Limits limits) {
        Map<String, String> templates = ofTopics(config, TOPIC_TEMPLATE, topics);
        Map<String, String> keyTemplates = ofTopics(config, TOPIC_KEY_TEMPLATE, topics);
        if (!LIFT.isUsed(config) && templates.isEmpty()) {
            refuseForJelly(config, topics);
            return null;
        }
        for (String topic : topics.names()) {
            if (!LIFT.isUsed(config) && !templates.containsKey(topic)) {
                throw LiftSettings.nothingSays(topic);
            }
        }
        ReadingLimits reading = ReadingLimits.ofElement(limits.maxFrameBytes(), limits.maxRows());
        Map<String, Lift> own = new HashMap<>();
        TreeSet<String> special = new TreeSet<>(templates.keySet());
        if (LIFT.isUsed(config)) {
            special.addAll(keyTemplates.keySet());
        }
        for (String topic : special) {
            try {
                own.put(topic, LIFT.read(config, reading, templates.get(topic), keyTemplates.get(topic)));
            } catch (ConfigException e) {
                throw new ConfigException("topic " + topic + ": " + e.getMessage());
            }
        }
        LiftSettings settings = new LiftSettings(
                LIFT.isUsed(config) ? LIFT.read(config, reading, null, null) : null,
                Map.copyOf(own),
                topics.isSeveral(),
                converter(config, KEY_CONVERTER, true),
                converter(config, VALUE_CONVERTER, false));
        refuseSharedKeys(config, topics, keyTemplates, settings);
        return settings;
    }

    /** What keys are made of, by name of the option without the prefix of the app; all of them decide what the streams are. */
    static Map<String, String> keyTemplates(AbstractConfig config, InputTopics topics) {
        Map<String, String> own = ofTopics(config, TOPIC_KEY_TEMPLATE, topics);
        String general = LIFT.keyTemplate().orNull(config);
        String name = LIFT.keyTemplate().name().substring(DiffConfig.PREFIX.length());
        if (!topics.isSeveral() && !own.isEmpty()) {
            return Map.of(name, line(own.values().iterator().next()));
        }
        Map<String, String> all = new TreeMap<>();
        all.put(name, general != null ? line(general) : topics.isSeveral() ? "{topic}/{key}" : "{key}");
        own.forEach((topic, template) -> all.put(name + "." + topic, line(template)));
        return all;
    }

    private static String line(String template) {
        return template.strip().replaceAll("\\s+", " ");
    }

    private static Map<String, String> ofTopics(AbstractConfig config, String prefix, InputTopics topics) {
        Map<String, String> found = new TreeMap<>();
        config.originalsWithPrefix(prefix).forEach((topic, value) -> {
            if (!topics.has(topic)) {
                throw new ConfigException(
                        prefix + topic, value, topic + " is no input topic (" + topics.option() + "=" + topics + ")");
            }
            found.put(topic, String.valueOf(value).strip());
        });
        return found;
    }

    private static void refuseForJelly(AbstractConfig config, InputTopics topics) {
        String needs = "is for records that are not Jelly: set one of " + LIFT.template() + ", " + DiffConfig.PREFIX
                + "context and " + DiffConfig.PREFIX + "content.type, which say what a record becomes";
        if (topics.isSeveral()) {
            throw new ConfigException(topics.option() + " " + needs);
        }
        List<String> without = Stream.of(LIFT.envelope(), LIFT.keyTemplate(), VALUE_CONVERTER, KEY_CONVERTER)
                .map(Option::name)
                .toList();
        for (String option : config.originals().keySet()) {
            if (isOpen(option) || without.contains(option) || option.equals(DiffConfig.PREFIX + "event.time")) {
                throw new ConfigException(option + " " + needs); // without its value, which may be a secret
            }
        }
    }

    /** Two topics with the same key template would write the same streams, and each would delete what the other says. */
    private static void refuseSharedKeys(
            AbstractConfig config, InputTopics topics, Map<String, String> own, LiftSettings lift) {
        String general = LIFT.keyTemplate().orNull(config);
        if (topics.pattern() != null
                && general != null
                && lift.general() != null
                && !lift.general().hasTopicInKey()) {
            throw sharedKeys(LIFT.keyTemplate().name(), general, "of all topics");
        }
        TreeSet<String> all = new TreeSet<>(topics.names());
        all.addAll(own.keySet());
        Map<String, String> seen = new HashMap<>();
        for (String topic : all) {
            String template = own.getOrDefault(topic, general);
            if (template != null && !lift.of(topic).hasTopicInKey()) {
                String other = seen.put(template, topic);
                if (other != null) {
                    throw sharedKeys(
                            own.containsKey(topic)
                                    ? TOPIC_KEY_TEMPLATE + topic
                                    : LIFT.keyTemplate().name(),
                            template,
                            "of the topics " + other + " and " + topic);
                }
            }
        }
    }

    private static ConfigException sharedKeys(String option, String template, String which) {
        return new ConfigException(
                option,
                template,
                "records " + which
                        + " with the same key would be elements of one stream, and each would delete what the"
                        + " other says; put {topic} into it, or set " + TOPIC_KEY_TEMPLATE
                        + "TOPIC, another one for each topic");
    }

    /** Reads a converter, and tries whether it can be made. */
    private static ConverterSettings converter(AbstractConfig config, Option<String> option, boolean isKey) {
        Map<String, Object> options = config.originalsWithPrefix(option + ".");
        String type = option.orNull(config);
        if (type == null && !options.isEmpty()) {
            throw new ConfigException(
                    option + "." + options.keySet().iterator().next() + " has no effect without " + option);
        }
        ConverterSettings settings = new ConverterSettings(option.name(), type, options, isKey);
        settings.tryOut();
        return settings;
    }

    /** Whether a delete is a record of its own, so that the order of the records counts, and not their times. */
    static boolean isCapture(AbstractConfig config) {
        return LIFT.envelope().of(config) == Envelope.DEBEZIUM;
    }
}
