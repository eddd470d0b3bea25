package dev.velella.source.options;

import dev.velella.graph.ElementException;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.kit.options.Spelling;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.GraphShape;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.element.Nanopublication;
import org.apache.kafka.common.config.AbstractConfig;
import org.jspecify.annotations.Nullable;

/**
 * The rule for elements of messages and documents. It refuses elements that the diff app would refuse, but refuses them
 * here, where their device is known. Immutable.
 *
 * @param type kinds of elements that are accepted
 * @param maxFutureMs how far a time may be ahead of the clock, in ms; negative for no limit
 */
public record ElementRule(Type type, long maxFutureMs) {
    static final Option<Type> ELEMENT_TYPE = Option.choice("element.type", Type.ANY)
            .medium()
            .label("Kind of element")
            .doc(
                    "Form that a message or document must have. 'any': any quads. 'graph': triples only. 'named-graph': one"
                            + " named graph, and statements about its name. 'single-graph': one of the last two; the diff app accepts"
                            + " no other form unless velella.graph.policy=keep. 'nanopublication': the four graphs of a nanopublication whose"
                            + " trusty URI fits its statements. If an element has another form, on.error decides"
                            + " about it, with the reason 'element'.");
    static final Option<Long> MAX_FUTURE_MS = Option.number("temporal.max.future.ms", -1L)
            .atLeast(-1)
            .label("Furthest time ahead (ms)")
            .doc("How far the time of a message or document may be ahead of the clock, in ms. If it is farther ahead,"
                    + " on.error decides about the element, with the reason 'time'. -1 turns the check off. Do not set it"
                    + " above velella.late.max.future.ms of the diff app, which refuses such elements too.");

    /** Kinds of elements that are accepted. */
    enum Type {
        ANY,
        SINGLE_GRAPH,
        GRAPH,
        NAMED_GRAPH,
        NANOPUBLICATION
    }

    static void define(OptionGroup group) {
        group.add(ELEMENT_TYPE, MAX_FUTURE_MS);
    }

    /** The rule that the options describe. */
    public static ElementRule of(AbstractConfig config) {
        return new ElementRule(ELEMENT_TYPE.of(config), MAX_FUTURE_MS.of(config));
    }

    /**
     * Refuses an element of another kind.
     *
     * @throws PayloadException if the element has another kind
     */
    public void check(RdfGraph element) {
        if (type == Type.ANY) {
            return;
        }
        if (type == Type.NANOPUBLICATION) {
            checkNanopublication(element);
            return;
        }
        GraphShape kind = GraphShape.of(element);
        boolean fits =
                switch (type) {
                    case ANY, NANOPUBLICATION -> true;
                    case SINGLE_GRAPH -> kind != GraphShape.DATASET;
                    case GRAPH -> kind == GraphShape.GRAPH;
                    case NAMED_GRAPH -> kind == GraphShape.NAMED_GRAPH;
                };
        if (!fits) {
            throw new PayloadException(
                    RefusalReason.UNFIT,
                    switch (kind) {
                                case GRAPH -> "it has no named graph";
                                case NAMED_GRAPH -> "it is a named graph";
                                case DATASET ->
                                    "it is a dataset (more than one named graph, or default-graph statements that are not"
                                            + " about the graph name)";
                            }
                            + ", and " + ELEMENT_TYPE.name() + " is " + Spelling.of(type));
        }
    }

    private static void checkNanopublication(RdfGraph element) {
        try {
            Nanopublication.check(element);
        } catch (ElementException e) {
            throw new PayloadException(
                    RefusalReason.UNFIT,
                    e.getMessage() + "; " + ELEMENT_TYPE.name() + " is " + Spelling.of(Type.NANOPUBLICATION),
                    e);
        }
    }

    /**
     * Refuses a time that is too far ahead.
     *
     * @throws PayloadException if the time is too far ahead
     */
    public void check(@Nullable Long eventTimeMs, long nowMs) {
        if (maxFutureMs >= 0 && eventTimeMs != null && eventTimeMs - nowMs > maxFutureMs) {
            throw new PayloadException(
                    RefusalReason.FUTURE,
                    "its time is " + (eventTimeMs - nowMs) + " ms ahead of the clock, more than " + MAX_FUTURE_MS.name()
                            + " (" + maxFutureMs + ")");
        }
    }
}
