package dev.velella.source.payload;

import dev.velella.document.budget.VerifiedTerms;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.ErrorText;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.element.ElementException;
import dev.velella.source.element.KeyRule;
import java.util.List;
import java.util.function.Function;
import org.eclipse.rdf4j.model.Resource;
import org.jspecify.annotations.Nullable;

/** Tells which stream a message belongs to: by its topic, by its payload, or by the graph that it became. */
public interface MessageKeyRule {
    /**
     * The key of a message.
     *
     * @param graph what it became
     * @param graphName if that is a named graph, else null
     * @throws PayloadException if there is nothing that the key could be taken from
     */
    String keyOf(Payload payload, RdfGraph graph, @Nullable Resource graphName);

    /** A rule that gives no key but one that has UTF-8, which no other key has. */
    static MessageKeyRule written(MessageKeyRule rule) {
        return (payload, graph, name) -> {
            String key = rule.keyOf(payload, graph, name);
            try {
                VerifiedTerms.checkText(key);
            } catch (IllegalArgumentException e) {
                throw new PayloadException(RefusalReason.KEY, "no key: " + e.getMessage(), e);
            }
            return key;
        };
    }

    /** The whole topic. */
    static MessageKeyRule topic() {
        return (payload, graph, name) -> payload.topic();
    }

    /**
     * A level of the topic.
     *
     * @param number counted from 1, or backwards from -1
     */
    static MessageKeyRule segment(int number) {
        return (payload, graph, name) -> {
            String level = TopicLevels.level(payload.topic(), number);
            if (level == null || level.isEmpty()) {
                throw new PayloadException(
                        RefusalReason.KEY,
                        "no key: the topic " + ErrorText.name(payload.topic()) + " has no level " + number
                                + " (key.topic.segment)");
            }
            return level;
        };
    }

    /** A value in a payload of JSON: a text, a number or a truth value. */
    static MessageKeyRule pointer(String pointer) {
        JsonPointers pointers = new JsonPointers(List.of(pointer));
        return (payload, graph, name) -> {
            String value = JsonText.read(payload.bytes(), pointers::read)[0];
            if (value == null || value.isEmpty()) {
                throw new PayloadException(
                        RefusalReason.KEY, "no key: the payload has no value at " + pointer + " (key.json.pointer)");
            }
            return value;
        };
    }

    /** By the graph alone; the rule may depend on the topic. */
    static MessageKeyRule graph(Function<String, KeyRule> ruleOfTopic) {
        return (payload, graph, name) -> {
            try {
                return ruleOfTopic.apply(payload.topic()).keyOf(graph, name);
            } catch (ElementException e) {
                throw new PayloadException(RefusalReason.KEY, String.valueOf(e.getMessage()), e);
            }
        };
    }
}
