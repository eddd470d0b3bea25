package dev.velella.diff.options;

import dev.velella.graph.GraphOptions;
import dev.velella.graph.GraphSettings;
import dev.velella.options.Spelling;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;

/** The options of the diff app that say what an element means: its graph, its time, its blank nodes. */
public final class MeaningOptions {
    private static final GraphOptions GRAPH = new GraphOptions(DiffConfig.PREFIX);

    /** Where statements end up. */
    static final String GRAPH_POLICY_CONFIG = DiffConfig.PREFIX + GraphOptions.GRAPH_POLICY;

    /** Statements about the graph name. */
    static final String TEMPORAL_STATEMENT_CONFIG = DiffConfig.PREFIX + GraphOptions.TEMPORAL_STATEMENT;

    /** Late elements. */
    static final String LATE_CONFIG = DiffConfig.PREFIX + "late";

    private static final String LATE_DOC = "What the app does with an element whose event time is before the event"
            + " time of an earlier element of its stream: drop (it is left out and counted), keep (elements are taken"
            + " in the order of the topic), or topic (it is written to late.topic and counted).";

    /** Event times ahead of the clock. */
    public static final String LATE_MAX_FUTURE_MS_CONFIG = DiffConfig.PREFIX + "late.max.future.ms";

    private static final String LATE_MAX_FUTURE_MS_DOC = "How far an element's event time may be ahead of the clock,"
            + " in ms. If it is farther ahead, it is an error, because all later elements of the stream would count"
            + " as late. -1 turns the check off. The default is one hour, as brokers allow it for record timestamps.";

    /** Labels of blank nodes. */
    static final String BLANK_NODES_CONFIG = DiffConfig.PREFIX + "blank.nodes";

    private static final String BLANK_NODES_DOC = "How blank nodes of consecutive elements are compared. match: by"
            + " the statements around them; patches have stable ids of the stream in place of labels. keep: by their"
            + " labels, for senders that keep the labels.";

    /** Work for blank nodes. */
    static final String BLANK_NODES_MAX_STEPS_CONFIG = DiffConfig.PREFIX + "blank.nodes.max.steps";

    private static final String BLANK_NODES_MAX_STEPS_DOC =
            "Largest number of steps to match the blank nodes of one element; a second has three to twenty million"
                    + " steps. 64 steps a statement are always allowed. Above the limit the other nodes are matched in a"
                    + " cheap way: the patch is right but may be larger, and the element is counted.";

    /** RDF Patch headers. */
    static final String PATCH_HEADERS_CONFIG = DiffConfig.PREFIX + "patch.headers";

    private static final String PATCH_HEADERS_DOC =
            "RDF Patch headers in every patch, for logs of patches that are read"
                    + " without Kafka: none, or full (id and prev, which name a patch by stream and number; element, the graph"
                    + " name of a named-graph element; time, its event time; input, topic, partition and offset of its record).";

    /** Namespaces of elements. */
    static final String NAMESPACES_CONFIG = DiffConfig.PREFIX + "namespaces";

    private static final String NAMESPACES_DOC =
            "What happens to the namespaces that elements declare: drop (they are left out), or keep (a namespace"
                    + " that is new or changed in a stream is added by its next patch). A namespace alone gives no patch, and"
                    + " none is ever removed.";

    private static final String MEANING = "Meaning";
    private static final long HOUR_MS = 3_600_000;
    private static final long DEFAULT_MAX_STEPS = 1_000_000;

    private MeaningOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        new AppOptions(def, MEANING)
                .with(GRAPH::define)
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
        return GRAPH.read(config);
    }

    /** Reads the options of blank nodes. */
    static BlankNodeSettings readBlankNodes(AbstractConfig config) {
        return new BlankNodeSettings(
                Spelling.constant(BlankNodePolicy.class, config.getString(BLANK_NODES_CONFIG)),
                config.getLong(BLANK_NODES_MAX_STEPS_CONFIG));
    }
}
