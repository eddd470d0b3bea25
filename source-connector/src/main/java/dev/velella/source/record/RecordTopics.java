package dev.velella.source.record;

import dev.velella.letter.RefusalReason;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.ErrorText;
import dev.velella.source.payload.TopicTemplate;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names the topics of records from the MQTT topics of messages. Kafka does not allow two topics whose names differ only
 * in dots and underscores. Of two such names, the first one wins. Not thread-safe.
 */
public final class RecordTopics {
    private final TopicTemplate template;
    private final @Nullable String deadLetters;

    /** The names in use, by the name with underscores instead of dots. */
    private final Map<String, String> taken = new HashMap<>();

    public RecordTopics(TopicTemplate template, @Nullable String deadLetters) {
        this.template = template;
        this.deadLetters = deadLetters;
        if (deadLetters != null) {
            taken.put(likened(deadLetters), deadLetters);
        }
    }

    /**
     * The topic of a message's record.
     *
     * @param topic MQTT topic of the message
     * @throws PayloadException if the MQTT topic gives no legal name, or the name of the topic of dead letters, or a
     *     name that Kafka does not allow beside another topic
     */
    public String of(String topic) {
        String name = template.of(topic);
        if (template.isFixed()) {
            return name;
        }
        if (name.equals(deadLetters)) {
            throw new PayloadException(
                    RefusalReason.TOPIC,
                    "with topic=" + template + " the topic " + ErrorText.name(topic) + " gives " + name
                            + ", which is the topic of the dead letters");
        }
        String other = taken.get(likened(name));
        if (other != null && !other.equals(name)) {
            throw new PayloadException(
                    RefusalReason.TOPIC,
                    "with topic=" + template + " the topic " + ErrorText.name(topic) + " gives " + name
                            + ", which Kafka cannot have beside " + other
                            + ": names must differ in more than dots and underscores");
        }
        return name;
    }

    /** Marks a name as the name of a topic that exists in Kafka, or may exist. */
    public void take(String name) {
        if (!template.isFixed()) {
            taken.putIfAbsent(likened(name), name);
        }
    }

    private static String likened(String name) {
        return name.replace('.', '_');
    }
}
