package dev.velella.diff;

import dev.velella.options.Spelling;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/** The options of the diff app that say what an element means: its graph, its time, its blank nodes. */
final class MeaningOptions {
    /** Where statements end up. */
    static final String GRAPH_POLICY_CONFIG = DiffConfig.PREFIX + "graph.policy";

    private static final String GRAPH_POLICY_DOC = "Where the statements of a stream end up: per-stream (in a graph of"
            + " its own, see graph.template), keep (in the graphs that the elements name), or fixed (all streams in one"
            + " graph, where streams that assert the same triple take it away from each other).";

    /** IRI of a stream's graph. */
    static final String GRAPH_TEMPLATE_CONFIG = DiffConfig.PREFIX + "graph.template";

    private static final String GRAPH_TEMPLATE_DOC = "IRI of a stream's graph under graph.policy=per-stream. {key}"
            + " stands for the record's key, percent-encoded. Under the default template a key that is an absolute IRI"
            + " is used as it is.";

    /** IRI of the graph of all streams. */
    static final String GRAPH_FIXED_CONFIG = DiffConfig.PREFIX + "graph.fixed";

    private static final String GRAPH_FIXED_DOC = "IRI of the graph under graph.policy=fixed.";

    /** Statements about the graph name. */
    static final String TEMPORAL_STATEMENT_CONFIG = DiffConfig.PREFIX + "temporal.statement";

    private static final String TEMPORAL_STATEMENT_DOC = "What becomes of the statements about the graph name of a"
            + " named-graph element, such as its time: keep (said of the stable graph name, in that graph) or drop.";

    /** What the elements are. */
    static final String ELEMENT_TYPE_CONFIG = DiffConfig.PREFIX + "element.type";

    private static final String ELEMENT_TYPE_DOC = "What the elements are: auto (told from each), graph (triples only),"
            + " named-graph (one named graph and statements about its name), or dataset (any quads; needs"
            + " graph.policy=keep). An element that is not what is configured is an error.";

    /** Late elements. */
    static final String LATE_CONFIG = DiffConfig.PREFIX + "late";

    private static final String LATE_DOC = "What to do with an element whose event time is before that of an earlier"
            + " element of its stream: drop (left out and counted), keep (taken in the order of the topic), or topic (written to"
            + " late.topic and counted).";

    /** Event times ahead of the clock. */
    static final String LATE_MAX_FUTURE_MS_CONFIG = DiffConfig.PREFIX + "late.max.future.ms";

    private static final String LATE_MAX_FUTURE_MS_DOC = "How far an element's event time may be ahead of the clock, in"
            + " ms; beyond, it is an error, because all later elements of the stream would count as late. -1 turns the"
            + " check off. The default, one hour, is what brokers allow for record timestamps.";

    /** Labels of blank nodes. */
    static final String BLANK_NODES_CONFIG = DiffConfig.PREFIX + "blank.nodes";

    private static final String BLANK_NODES_DOC = "How blank nodes of consecutive elements are compared: match (by what"
            + " stands around them; patches have stable ids of the stream in place of labels), or keep (by their labels as"
            + " they are, for senders that keep them).";

    /** Work for blank nodes. */
    static final String BLANK_NODES_MAX_STEPS_CONFIG = DiffConfig.PREFIX + "blank.nodes.max.steps";

    private static final String BLANK_NODES_MAX_STEPS_DOC =
            "Most steps, some three to twenty million of them a second, to match the"
                    + " blank nodes of one element; more than 64 a statement are always allowed. Beyond, the rest is matched cheaply:"
                    + " the patch is right but may be larger, and the element is counted.";

    /** RDF Patch headers. */
    static final String PATCH_HEADERS_CONFIG = DiffConfig.PREFIX + "patch.headers";

    private static final String PATCH_HEADERS_DOC =
            "RDF Patch headers in every patch, for logs of patches that are read"
                    + " without Kafka: none, or full (id and prev, which name a patch by stream and number; element, the graph"
                    + " name of a named-graph element; time, its event time; input, topic, partition and offset of its record).";

    /** Namespaces of elements. */
    static final String NAMESPACES_CONFIG = DiffConfig.PREFIX + "namespaces";

    private static final String NAMESPACES_DOC =
            "What becomes of the namespaces that elements declare: drop (left out), or"
                    + " keep (those that are new or changed in a stream are added by its next patch). A namespace alone gives no"
                    + " patch, and none is ever removed.";

    private static final String MEANING = "Meaning";
    private static final long HOUR_MS = 3_600_000;
    private static final long DEFAULT_MAX_STEPS = 1_000_000;

    private MeaningOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        new AppOptions(def, MEANING)
                .choice(GRAPH_POLICY_CONFIG, GraphPolicy.PER_STREAM, GRAPH_POLICY_DOC)
                .text(GRAPH_TEMPLATE_CONFIG, GraphSettings.DEFAULT_TEMPLATE, GRAPH_TEMPLATE_DOC)
                .text(GRAPH_FIXED_CONFIG, null, GRAPH_FIXED_DOC)
                .choice(TEMPORAL_STATEMENT_CONFIG, TemporalStatement.KEEP, TEMPORAL_STATEMENT_DOC)
                .choice(ELEMENT_TYPE_CONFIG, ElementType.AUTO, ELEMENT_TYPE_DOC)
                .choice(LATE_CONFIG, LatePolicy.DROP, LATE_DOC)
                .number(LATE_MAX_FUTURE_MS_CONFIG, HOUR_MS, Range.atLeast(-1), LATE_MAX_FUTURE_MS_DOC)
                .choice(PATCH_HEADERS_CONFIG, PatchHeaders.NONE, PATCH_HEADERS_DOC)
                .choice(NAMESPACES_CONFIG, NamespacePolicy.DROP, NAMESPACES_DOC)
                .choice(BLANK_NODES_CONFIG, BlankNodePolicy.MATCH, BLANK_NODES_DOC)
                .number(BLANK_NODES_MAX_STEPS_CONFIG, DEFAULT_MAX_STEPS, Range.atLeast(0), BLANK_NODES_MAX_STEPS_DOC);
    }

    /**
     * Reads the options of the target graph.
     *
     * @throws ConfigException if options contradict each other
     */
    static GraphSettings readGraph(AbstractConfig config) {
        String fixed = config.getString(GRAPH_FIXED_CONFIG);
        IRI graph = fixed == null ? null : absolute(fixed);
        try {
            return new GraphSettings(
                    Spelling.constant(GraphPolicy.class, config.getString(GRAPH_POLICY_CONFIG)),
                    config.getString(GRAPH_TEMPLATE_CONFIG),
                    graph,
                    Spelling.constant(TemporalStatement.class, config.getString(TEMPORAL_STATEMENT_CONFIG)),
                    Spelling.constant(ElementType.class, config.getString(ELEMENT_TYPE_CONFIG)));
        } catch (IllegalArgumentException e) {
            // The message begins with the name of the option, without the prefix.
            throw new ConfigException(DiffConfig.PREFIX + e.getMessage());
        }
    }

    /** Reads the options of blank nodes. */
    static BlankNodeSettings readBlankNodes(AbstractConfig config) {
        return new BlankNodeSettings(
                Spelling.constant(BlankNodePolicy.class, config.getString(BLANK_NODES_CONFIG)),
                config.getLong(BLANK_NODES_MAX_STEPS_CONFIG));
    }

    private static IRI absolute(String iri) {
        if (!GraphSettings.isAbsoluteIri(iri)) {
            throw new ConfigException(GRAPH_FIXED_CONFIG, iri, "must be an absolute IRI");
        }
        return SimpleValueFactory.getInstance().createIRI(iri);
    }
}
