package dev.velella.source.payload;

import dev.velella.letter.RefusalReason;
import dev.velella.lift.PayloadException;
import dev.velella.lift.TopicLevels;
import dev.velella.rdf.ErrorText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names the Kafka topic of a message. The template is a name that may have parts <code>{topic[N]}</code>. Each part
 * stands for level N of the message's MQTT topic, counted from 1, or backwards from -1. The characters of a level are
 * not replaced, so two MQTT topics do not share a Kafka topic by accident. Immutable.
 */
public final class TopicTemplate {
    private static final Pattern LEVEL = Pattern.compile("\\{topic\\[(-?[1-9][0-9]?)]}");
    /** Beginning of the names of Kafka's internal topics. */
    private static final String INTERNAL = "__";

    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9._-]{1,249}");

    private final String template;

    /** The texts around the levels. Texts and levels alternate; the first and the last part is a text. */
    private final List<String> texts = new ArrayList<>();

    private final List<Integer> levels = new ArrayList<>();

    /**
     * Reads a template.
     *
     * @throws IllegalArgumentException if the template cannot give a legal name of a topic
     */
    public TopicTemplate(String template) {
        this.template = template;
        Matcher level = LEVEL.matcher(template);
        int from = 0;
        while (level.find()) {
            texts.add(template.substring(from, level.start()));
            levels.add(Integer.valueOf(level.group(1)));
            from = level.end();
        }
        texts.add(template.substring(from));
        if (!isName(String.join("a", texts))) {
            throw new IllegalArgumentException(
                    "a topic name has 1 to 249 letters, digits, dots, hyphens and underscores,"
                            + " and {topic[N]} for level N of the topic of a message");
        }
    }

    /** Whether all messages have the same Kafka topic. */
    public boolean isFixed() {
        return levels.isEmpty();
    }

    /**
     * The Kafka topic of a message.
     *
     * @param topic MQTT topic of the message
     * @throws PayloadException if the MQTT topic does not have such a level, or the result is not a legal name
     */
    public String of(String topic) {
        if (levels.isEmpty()) {
            return template;
        }
        StringBuilder name = new StringBuilder(texts.get(0));
        for (int i = 0; i < levels.size(); i++) {
            String level = TopicLevels.level(topic, levels.get(i));
            if (level == null || level.isEmpty()) {
                throw new PayloadException(
                        RefusalReason.TOPIC,
                        "the topic " + ErrorText.name(topic) + " has no level " + levels.get(i) + ", which topic="
                                + template + " asks for");
            }
            name.append(level).append(texts.get(i + 1));
        }
        String made = name.toString();
        if (!isName(made) || made.startsWith(INTERNAL)) {
            throw new PayloadException(
                    RefusalReason.TOPIC,
                    "with topic=" + template + " the topic " + ErrorText.name(topic)
                            + " gives no legal name of a Kafka topic: 1 to 249 letters, digits, dots, hyphens and"
                            + " underscores, and no two underscores at the start");
        }
        return made;
    }

    /** Whether Kafka allows this name of a topic. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches() && !name.equals(".") && !name.equals("..");
    }

    /** The template as the user wrote it. */
    @Override
    public String toString() {
        return template;
    }
}
