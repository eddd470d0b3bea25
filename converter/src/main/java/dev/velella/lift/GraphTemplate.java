package dev.velella.lift;

import com.fasterxml.jackson.core.JsonToken;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.jelly.write.DenseOrder;
import dev.velella.rdf.FilledStatements;
import dev.velella.rdf.RdfGraph;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes graphs of plain values with a template: a TriG document with holes and blocks, whose language is described in
 * {@code docs/lift.md}.
 *
 * <p>The template is parsed once and filled term by term, so no value can add statements to it. Immutable, thread-safe.
 *
 * <p>A number fills a hole as it is written ({@link LexicalSpace} writes out some). A hole that begins an IRI is filled
 * with an IRI. In another hole of an IRI, the value is percent-encoded. A statement is left out if one of its holes
 * finds nothing. If the value is an array, each of its items fills the template. A literal must be in the lexical space
 * of its datatype. A value, or an item of an array, has no statements at all if none of them has a value of it. Such a
 * message of a device is an error; a record of Kafka is one if no pointer finds anything in it, and else an empty graph.
 *
 * <p>A text in JSON is read in one pass. In a template without blocks each term is created once for each value, however
 * many statements use it, and terms without holes once for all values. Statements are not created then: the graph is the
 * template with its values ({@link FilledStatements}), from which an encoder can write a frame, in an order in which many
 * terms repeat ({@link DenseOrder dense}). A value of several items, and a template with blocks, become statements.
 */
public final class GraphTemplate implements PayloadFormat {
    /** The parts of a device's message that holes may ask for. */
    private static final Set<Hole.Source> OF_MESSAGE = EnumSet.of(
            Hole.Source.VALUE,
            Hole.Source.ITEM,
            Hole.Source.NAME,
            Hole.Source.TOPIC,
            Hole.Source.TOPIC_LEVEL,
            Hole.Source.NOW);

    /** The parts of a Kafka record that holes may ask for. */
    static final Set<Hole.Source> OF_RECORD =
            EnumSet.complementOf(EnumSet.of(Hole.Source.TOPIC_LEVEL, Hole.Source.NOW));

    private final CompiledTemplate template;
    private final ReadingLimits limits;
    private final boolean isOfDebezium;

    /** Whether a value in which the template finds something, but no statement, is an empty graph. Devices never mean that. */
    private final boolean mayBeEmpty;

    /**
     * Reads a template for messages of devices.
     *
     * @param limits of each payload
     * @throws IllegalArgumentException if the template is not TriG, or has a hole at a wrong place
     */
    public GraphTemplate(String template, ReadingLimits limits) {
        this(template, limits, OF_MESSAGE, false);
    }

    /**
     * Reads a template.
     *
     * @param limits of each record
     * @param sources what holes may ask for
     * @param isOfDebezium whether Debezium's mark of a missing value is an error
     * @throws IllegalArgumentException if the template is not TriG, or has a hole at a wrong place
     */
    GraphTemplate(String template, ReadingLimits limits, Set<Hole.Source> sources, boolean isOfDebezium) {
        this.template = new CompiledTemplate(template, sources);
        this.limits = limits;
        this.isOfDebezium = isOfDebezium;
        mayBeEmpty = sources.equals(OF_RECORD);
    }

    /** The pointers into the value of a record. */
    PointerSet pointers() {
        return template.scopes[0].pointers();
    }

    /** The pointers into the key of a record. */
    PointerSet keyPointers() {
        return template.keyPointers;
    }

    @Override
    public RdfGraph read(Payload payload) {
        return fill(payload.bytes(), template.keyPointers.nothing(), (source, name) -> switch (source) {
                    case TOPIC -> payload.topic();
                    case TOPIC_LEVEL -> TopicLevels.level(payload.topic(), Integer.parseInt(name));
                    case NOW ->
                        Instant.ofEpochMilli(payload.received().toEpochMilli()).toString();
                    default -> null;
                })
                .graph();
    }

    /**
     * A template with the values of a record.
     *
     * @param first values of the record, or of the first item of an array; null for an array without items
     */
    record Filled(RdfGraph graph, @Nullable FoundValues first) {}

    /**
     * Fills the template with one value in JSON, or with each item of an array.
     *
     * @param key values of the key, found by {@link #keyPointers}
     * @throws PayloadException if the values do not fit
     */
    Filled fill(byte[] json, FoundValues key, Circumstances circumstances) {
        TemplateFilling filling = filling(key, circumstances);
        JsonText.read(json, parser -> {
            if (parser.currentToken() != JsonToken.START_ARRAY) {
                filling.add(pointers().read(parser), true);
                return filling;
            }
            boolean more = parser.nextToken() != JsonToken.END_ARRAY;
            while (more) {
                FoundValues item = pointers().read(parser);
                more = parser.nextToken() != JsonToken.END_ARRAY;
                filling.add(item, !more);
            }
            return filling;
        });
        return filling.filled();
    }

    /**
     * Fills the template with values.
     *
     * @param items values of the record, found by {@link #pointers}, or of each item of an array
     * @param key values of the key, found by {@link #keyPointers}
     * @throws PayloadException if the values do not fit
     */
    Filled fill(List<FoundValues> items, FoundValues key, Circumstances circumstances) {
        TemplateFilling filling = filling(key, circumstances);
        for (int i = 0; i < items.size(); i++) {
            filling.add(items.get(i), i == items.size() - 1);
        }
        return filling.filled();
    }

    private TemplateFilling filling(FoundValues key, Circumstances circumstances) {
        return new TemplateFilling(template, limits, isOfDebezium, mayBeEmpty, key, circumstances);
    }
}
