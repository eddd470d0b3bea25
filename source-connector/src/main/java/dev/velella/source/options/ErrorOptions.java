package dev.velella.source.options;

import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Options about messages that do not become elements: names, defaults, documentation, and dependencies. */
public final class ErrorOptions {
    static final Option<OnError> ON_ERROR = Option.choice("on.error", OnError.FAIL)
            .medium()
            .label("Unreadable messages")
            .doc(
                    "What the source does with a bad message or document: one that cannot be read or written as a record, is"
                            + " above a limit, is larger than the producer can send (producer.override.max.request.size), has no key,"
                            + " is not of element.type, or does not conform to shacl.shapes. 'fail': the task stops, and an MQTT"
                            + " broker keeps the message. 'skip': the message is left out. 'dead-letter': the message is written to"
                            + " dead.letter.topic. With 'skip' and 'dead-letter' the message is acknowledged, so that later messages"
                            + " do not wait for it.");
    public static final Option<String> DEAD_LETTER_TOPIC = Option.text("dead.letter.topic")
            .check(OptionValidators.topicName())
            .medium()
            .label("Dead letters")
            .doc(
                    "Topic for messages that become no element, with on.error=dead-letter. With kafka.bootstrap.servers, the connector"
                            + " creates the topic if it does not exist, with topic.replication.factor replicas. A dead letter is the payload as it is, cut where it is more than the producer"
                            + " sends, the topic of MQTT or the URL as key, and the headers mqtt.topic and mqtt.content.type or"
                            + " http.url and http.content.type, velella.error.reason, velella.error.exception.message, and"
                            + " velella.error.value.bytes where it was cut. Written as bytes by JellyConverter and by ByteArrayConverter.");

    public static final Option<Integer> DEAD_LETTER_MAX_PER_MINUTE = Option.number("dead.letter.max.per.minute", 600)
            .atLeast(0)
            .label("Dead letters of an input in a minute")
            .doc(
                    "Largest number of dead letters of one MQTT topic, or of one URL, in a minute; 0: no limit. Bad messages above the limit"
                            + " are acknowledged but not written. They are counted in the metric dead-letters-left-out-total, in one"
                            + " log line a minute, and in the header velella.error.left.out of the next dead letter of that topic or URL.");

    /** Treatment of a message that does not become an element. */
    public enum OnError {
        FAIL,
        SKIP,
        DEAD_LETTER
    }

    private ErrorOptions() {}

    static void define(OptionGroup group) {
        group.add(ON_ERROR, DEAD_LETTER_TOPIC, DEAD_LETTER_MAX_PER_MINUTE);
    }

    /** The treatment of what is refused; the end of the task, if the type of the source has no such option. */
    public static OnError onError(Map<String, ?> values) {
        OnError given = ON_ERROR.in(values);
        return given == null ? OnError.FAIL : given;
    }

    /** Most dead letters of a sender in a minute; 0 for no limit. */
    public static int lettersPerMinute(Map<String, ?> values) {
        Integer most = DEAD_LETTER_MAX_PER_MINUTE.in(values);
        return most == null ? 0 : most;
    }

    /**
     * The topic to which bad messages go; null if they go nowhere.
     *
     * @param values parsed options; null for an option that is wrong by itself
     */
    @Nullable
    public static String deadLetterTopic(Map<String, ?> values) {
        return ON_ERROR.in(values) == OnError.DEAD_LETTER ? DEAD_LETTER_TOPIC.in(values) : null;
    }

    static Map<String, String> problems(Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>();
        if (ON_ERROR.in(values) == OnError.DEAD_LETTER && DEAD_LETTER_TOPIC.in(values) == null) {
            problems.put(DEAD_LETTER_TOPIC.name(), "is needed with on.error=dead-letter");
        }
        return problems;
    }
}
