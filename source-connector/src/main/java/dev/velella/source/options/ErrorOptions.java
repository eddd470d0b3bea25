package dev.velella.source.options;

import dev.velella.options.OptionGroup;
import dev.velella.options.Spelling;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;

/** Options about messages that become no element: names, defaults, documentation, and how they depend on each other. */
public final class ErrorOptions {
    static final String ON_ERROR_CONFIG = "on.error";
    public static final String DEAD_LETTER_TOPIC_CONFIG = "dead.letter.topic";

    public static final String DEAD_LETTER_MAX_PER_MINUTE_CONFIG = "dead.letter.max.per.minute";

    private static final String DEAD_LETTER_MAX_PER_MINUTE_DOC =
            "Largest number of dead letters of one MQTT topic in a minute; 0: no limit. Bad messages above the limit"
                    + " are acknowledged but not written. They are counted in the metric dead-letters-left-out-total, in one"
                    + " log line a minute, and in the header velella.error.left.out of the next dead letter of that topic.";
    private static final String ON_ERROR_DOC =
            "What the source does with a bad message or document: one that cannot be read or written as a record, is"
                    + " above a limit, is larger than the producer can send (producer.override.max.request.size), has no key,"
                    + " is not of element.type, or does not conform to shacl.shapes. 'fail': the task stops, and an MQTT"
                    + " broker keeps the message. 'skip': the message is left out. 'dead-letter': the message is written to"
                    + " dead.letter.topic. With 'skip' and 'dead-letter' the message is acknowledged, so that later messages"
                    + " do not wait for it.";
    private static final String DEAD_LETTER_TOPIC_DOC =
            "Topic for messages that become no element, with on.error=dead-letter: the payload as it is, cut where it is more than the producer"
                    + " sends, the topic of MQTT or the URL as key, and the headers mqtt.topic and mqtt.content.type or"
                    + " http.url and http.content.type, velella.error.reason, velella.error.exception.message, and"
                    + " velella.error.value.bytes where it was cut. Written as bytes by JellyConverter and by ByteArrayConverter.";

    /** What becomes of a message that becomes no element. */
    public enum OnError {
        FAIL,
        SKIP,
        DEAD_LETTER
    }

    private ErrorOptions() {}

    static void define(OptionGroup group) {
        group.choice(ON_ERROR_CONFIG, OnError.FAIL, Importance.MEDIUM, ON_ERROR_DOC, "Unreadable messages");
        group.add(
                DEAD_LETTER_TOPIC_CONFIG,
                Type.STRING,
                null,
                OptionValidators.topicName(),
                Importance.MEDIUM,
                DEAD_LETTER_TOPIC_DOC,
                "Dead letters");
        defineLimit(group);
    }

    private static void defineLimit(OptionGroup group) {
        group.number(
                DEAD_LETTER_MAX_PER_MINUTE_CONFIG,
                600,
                Range.atLeast(0),
                Importance.LOW,
                DEAD_LETTER_MAX_PER_MINUTE_DOC,
                "Dead letters of a topic in a minute");
    }

    public static OnError onError(AbstractConfig config) {
        return Spelling.constant(OnError.class, config.getString(ON_ERROR_CONFIG));
    }

    static Map<String, String> problems(Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>();
        if (Spelling.of(OnError.DEAD_LETTER).equals(values.get(ON_ERROR_CONFIG))
                && values.get(DEAD_LETTER_TOPIC_CONFIG) == null) {
            problems.put(DEAD_LETTER_TOPIC_CONFIG, "is needed with on.error=dead-letter");
        }
        return problems;
    }
}
