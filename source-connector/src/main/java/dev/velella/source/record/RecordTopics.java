package dev.velella.source.record;

import dev.velella.letter.RefusalReason;
import dev.velella.rdf.ErrorText;
import dev.velella.source.payload.PayloadException;
import dev.velella.source.payload.TopicTemplate;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names the topics of records, where they follow from those of messages. Kafka has no two topics whose names differ in dots
 * and underscores alone, so of two such names the one that came first is it. Not thread-safe.
 */
public final class RecordTopics {
    private final TopicTemplate template;
    private final @Nullable String deadLetters;

    /** By the name with underscores instead of dots. */
    private final Map<String, String> taken = new HashMap<>();

    public RecordTopics(TopicTemplate template, @Nullable String deadLetters) {
        this.template = template;
        this.deadLetters = deadLetters;
        if (deadLetters != null) {
            taken.put(likened(deadLetters), deadLetters);
        }
    }

    /**
     * The topic of the record of a message.
     *
     * @param topic that the message came from
     * @throws PayloadException if it gives none, that of the dead letters, or one that Kafka cannot have beside another
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
                            + ", which is that of the dead letters");
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

    /** The name is that of a topic which Kafka has, or may have. */
    public void take(String name) {
        if (!template.isFixed()) {
            taken.putIfAbsent(likened(name), name);
        }
    }

    private static String likened(String name) {
        return name.replace('.', '_');
    }
}
