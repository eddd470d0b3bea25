package dev.velella.diff.options;

import dev.velella.graph.GraphOptions;
import dev.velella.graph.GraphPolicy;
import dev.velella.graph.GraphSettings;
import dev.velella.graph.TemporalStatement;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.kit.options.Spelling;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** The options of the diff app for the meaning of an element: its graph, its time, its blank nodes. */
public final class MeaningOptions {
    private static final GraphOptions GRAPH = new GraphOptions(DiffConfig.PREFIX);

    /** The graph that receives the statements. */
    static final Option<GraphPolicy> GRAPH_POLICY = GRAPH.policy();

    /** Statements about the graph name. */
    static final Option<TemporalStatement> TEMPORAL_STATEMENT = GRAPH.temporalStatement();

    /** Late elements. */
    static final Option<LatePolicy> LATE = Option.choice(DiffConfig.PREFIX + "late", LatePolicy.DROP)
            .medium()
            .doc("What the app does with an element whose event time is before the event"
                    + " time of an earlier element of its stream: drop (it is left out and counted), keep (elements are taken"
                    + " in the order of the topic), or topic (it is written to late.topic and counted). With"
                    + " input.envelope=debezium it is keep.");

    /** Changes as input. */
    public static final Option<Integer> CHANGES = Option.number(DiffConfig.PREFIX + "changes.remembered", 0)
            .between(0, 10_000)
            .medium()
            .doc("Whether the input topic holds changes: patches, whole graphs and ends of streams whose header"
                    + " velella.change says their version, as source.type=wikibase writes them. 0: it holds graphs only."
                    + " Otherwise the number of changes that the app remembers of each stream: a change that comes late by"
                    + " no more changes than these still gets its place, and one that comes again changes nothing. An older one"
                    + " is late (velella.late).");

    /** How far an event time may be ahead of the clock, in ms. */
    public static final Option<Long> LATE_MAX_FUTURE_MS = Option.number(
                    DiffConfig.PREFIX + "late.max.future.ms", 3_600_000L)
            .atLeast(-1)
            .doc("How far an element's event time may be ahead of the clock,"
                    + " in ms. A time farther ahead does not count, because all later elements of the stream would count"
                    + " as late: with on.error=fail the element is taken in its turn, as if it had the time of the one"
                    + " before it, and the log says so; with another value the element is refused. If the timestamp of"
                    + " the record is too far ahead too, the record is an error with every value. -1 turns the check off."
                    + " The default is one hour, as brokers allow it for record timestamps.");

    /** How blank nodes are compared. */
    static final Option<BlankNodePolicy> BLANK_NODES = Option.choice(
                    DiffConfig.PREFIX + "blank.nodes", BlankNodePolicy.MATCH)
            .medium()
            .doc("How blank nodes of consecutive elements are compared. match: by"
                    + " the statements around them; patches have stable ids of the stream in place of labels. keep: by their"
                    + " labels, for senders that keep the labels.");

    /** Maximum number of steps to match the blank nodes of an element. */
    static final Option<Long> BLANK_NODES_MAX_STEPS = Option.number(
                    DiffConfig.PREFIX + "blank.nodes.max.steps", 1_000_000L)
            .atLeast(0)
            .doc("Largest number of steps to match the blank nodes of one element; a second has three to twenty million"
                    + " steps. 64 steps a statement are always allowed. Above the limit the other nodes are matched in a"
                    + " cheap way: the patch is right but may be larger, and the element is counted.");

    /** RDF Patch headers. */
    static final Option<PatchHeaders> PATCH_HEADERS = Option.choice(
                    DiffConfig.PREFIX + "patch.headers", PatchHeaders.NONE)
            .medium()
            .doc(
                    "RDF Patch headers in every patch, for logs of patches that are read"
                            + " without Kafka: none, or full (id and prev, which name a patch by stream and number; element, the graph"
                            + " name of a named-graph element; time, its event time; input, topic, partition and offset of its record).");

    /** Namespaces of elements. */
    static final Option<NamespacePolicy> NAMESPACES = Option.choice(
                    DiffConfig.PREFIX + "namespaces", NamespacePolicy.DROP)
            .medium()
            .doc("What happens to the namespaces that elements declare: drop (they are left out), or keep (a namespace"
                    + " that is new or changed in a stream is added by its next patch). A namespace alone gives no patch, and"
                    + " none is ever removed.");

    private MeaningOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        OptionGroup group = new OptionGroup(def, "Meaning");
        GRAPH.define(group);
        group.add(LATE, CHANGES, LATE_MAX_FUTURE_MS, PATCH_HEADERS, NAMESPACES, BLANK_NODES, BLANK_NODES_MAX_STEPS);
    }

    /**
     * Reads how late elements are handled. Changes of a database are in their order in the topic; their times are not: a row of
     * a snapshot may have a later time than the change after it.
     *
     * @throws ConfigException if changes of a database could be left out
     */
    static LatePolicy readLate(AbstractConfig config) {
        LatePolicy late = LATE.of(config);
        if (InputOptions.isCapture(config) && late != LatePolicy.KEEP) {
            if (config.originals().containsKey(LATE.name())) {
                throw new ConfigException(
                        LATE.name(),
                        Spelling.of(late),
                        "must be keep with " + InputOptions.LIFT.envelope()
                                + "=debezium: the order in the topic is right, and"
                                + " a row of a snapshot may have a later time than the change after it, which would be left"
                                + " out");
            }
            return LatePolicy.KEEP;
        }
        return late;
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
        return new BlankNodeSettings(BLANK_NODES.of(config), BLANK_NODES_MAX_STEPS.of(config));
    }
}
