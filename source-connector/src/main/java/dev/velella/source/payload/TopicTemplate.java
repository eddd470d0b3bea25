package dev.velella.source.payload;

import dev.velella.letter.RefusalReason;
import dev.velella.rdf.ErrorText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names the Kafka topic of a message: a name, or one with parts <code>{topic[N]}</code>, which are levels of the topic that the
 * message came from, counted from 1, or backwards from -1. Nothing in a level is replaced: two topics of devices never
 * share a topic of Kafka by accident. Immutable.
 */
public final class TopicTemplate {
    private static final Pattern LEVEL = Pattern.compile("\\{topic\\[(-?[1-9][0-9]?)]}");
    /** What names of Kafka's own topics begin with. */
    private static final String INTERNAL = "__";

    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9._-]{1,249}");

    private final String template;

    /** Text and numbers of levels in turn, beginning and ending with a text. */
    private final List<String> texts = new ArrayList<>();

    private final List<Integer> levels = new ArrayList<>();

    /**
     * Reads a template.
     *
     * @throws IllegalArgumentException if no topic can have such a name
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

    /** Whether it is the same topic for all messages. */
    public boolean isFixed() {
        return levels.isEmpty();
    }

    /**
     * The topic of a message.
     *
     * @param topic that the message came from
     * @throws PayloadException if it has no such level, or the name would be none
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
                            + " gives none that Kafka can have: 1 to 249 letters, digits, dots, hyphens and underscores, of"
                            + " which two at the begin are of Kafka's own topics");
        }
        return made;
    }

    /** Whether Kafka allows it as the name of a topic. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches() && !name.equals(".") && !name.equals("..");
    }

    /** As it was given. */
    @Override
    public String toString() {
        return template;
    }
}
