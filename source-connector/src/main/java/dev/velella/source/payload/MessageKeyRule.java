package dev.velella.source.payload;

import dev.velella.document.budget.VerifiedTerms;
import dev.velella.graph.ElementException;
import dev.velella.graph.KeyRule;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.JsonText;
import dev.velella.lift.Payload;
import dev.velella.lift.PayloadException;
import dev.velella.lift.PointerSet;
import dev.velella.lift.TopicLevels;
import dev.velella.rdf.ErrorText;
import dev.velella.rdf.RdfGraph;
import java.util.function.Function;
import org.eclipse.rdf4j.model.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Finds the key of a message, which names its stream: from the topic, from the payload, or from the graph of the
 * payload.
 */
public interface MessageKeyRule {
    /**
     * The key of a message.
     *
     * @param graph graph of the payload
     * @param graphName the graph's name if it is a named graph, else null
     * @throws PayloadException if the message has no key of this kind
     */
    String keyOf(Payload payload, RdfGraph graph, @Nullable Resource graphName);

    /**
     * Wraps a rule so that it refuses keys that cannot be encoded in UTF-8: their encoded form could equal another key.
     */
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

    /** The key is the whole topic. */
    static MessageKeyRule topic() {
        return (payload, graph, name) -> payload.topic();
    }

    /**
     * The key is a level of the topic.
     *
     * @param number level, counted from 1, or backwards from -1
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

    /** The key is a value in a JSON payload: a text, a number or a truth value. */
    static MessageKeyRule pointer(String pointer) {
        PointerSet pointers = new PointerSet();
        int only = pointers.add(pointer);
        return (payload, graph, name) -> {
            String value = JsonText.read(payload.bytes(), pointers::read).text(only);
            if (value == null || value.isEmpty()) {
                throw new PayloadException(
                        RefusalReason.KEY, "no key: the payload has no value at " + pointer + " (key.json.pointer)");
            }
            return value;
        };
    }

    /** The key comes from the graph alone; the rule may depend on the topic. */
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
