package dev.velella.sink.options;

import dev.velella.document.format.DocumentFormat;
import dev.velella.graph.GraphOptions;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;

/** The options of the sink for the format of records, and for the handling of their graphs and blank nodes. */
public final class InputOptions {
    /** Value of {@link #INPUT_FORMAT} for Jelly frames. A frame itself says whether it is a graph or a patch. */
    static final String JELLY = "jelly";

    /** Format of a value without the header {@code content-type}. */
    public static final Option<String> INPUT_FORMAT = Option.choice("input.format", JELLY, formats())
            .medium()
            .label("Format without content-type")
            .doc(
                    "Format of values that come as text or bytes (StringConverter, ByteArrayConverter) without a header"
                            + " content-type or RDF-Message-Content-Type: jelly (a frame itself says whether it is a graph or a"
                            + " patch), or the name of a document format. If there is such a header, it decides; an unknown format in it is an error.");

    /** How graphs are handled. */
    public static final Option<OnGraph> ON_GRAPH = Option.choice("on.graph", OnGraph.FAIL)
            .medium()
            .label("On graph")
            .doc(
                    "What the sink does with a record that is a graph but not a snapshot: fail (the record is refused), add"
                            + " (its statements are added), or replace (its statements replace the graph of the key; a null value"
                            + " deletes that graph).");

    /** How blank nodes are handled. */
    public static final Option<BlankNodes> BLANK_NODES = Option.choice("blank.nodes", BlankNodes.AUTO)
            .label("Blank nodes")
            .doc("What happens to blank nodes. keep: they stay blank nodes. skolem: they become IRIs"
                    + " urn:velella:genid:LABEL. refuse: a record with blank nodes is refused. auto: keep if the target can"
                    + " delete blank nodes by their labels, otherwise skolem.");

    /** Whether records of open and aborted transactions may get into the store. */
    static final Option<Boolean> ALLOW_READ_UNCOMMITTED = Option.flag("allow.read.uncommitted", false)
            .label("Allow read_uncommitted")
            .doc("Whether the connector runs without consumer.override.isolation.level=read_committed in its"
                    + " configuration. Records of open and aborted transactions then get into the store, unless the worker"
                    + " sets consumer.isolation.level=read_committed for all its connectors, which a connector cannot see."
                    + " Set it to true only on a worker that does not let connectors override options of consumers, or if"
                    + " nobody writes to the topics with transactions.");

    /** Origins whose records are left out. */
    public static final Option<List<String>> ORIGIN_EXCLUDE = Option.list("origin.exclude")
            .label("Excluded origins")
            .doc(
                    "Origins whose records are left out: values of the header velella.origin, separated by commas. Stores that"
                            + " replicate each other name themselves here, so that no change comes back to its store.");

    /** Options of the target graph, the same as in the diff app. */
    static final GraphOptions GRAPH = new GraphOptions("");

    /** How graphs are handled: option {@code on.graph}. */
    public enum OnGraph {
        FAIL,
        ADD,
        REPLACE
    }

    /** How blank nodes are handled: option {@code blank.nodes}. */
    public enum BlankNodes {
        AUTO,
        KEEP,
        SKOLEM,
        REFUSE
    }

    private InputOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        OptionGroup group = new OptionGroup(def, "Input").add(INPUT_FORMAT, ON_GRAPH);
        GRAPH.define(group);
        group.add(BLANK_NODES, ORIGIN_EXCLUDE, ALLOW_READ_UNCOMMITTED);
    }

    private static List<String> formats() {
        List<String> formats = new ArrayList<>(List.of(JELLY));
        for (DocumentFormat format : DocumentFormat.values()) {
            formats.add(format.id());
        }
        return formats;
    }
}
