package dev.velella.sink.options;

import dev.velella.document.format.DocumentFormat;
import dev.velella.graph.GraphOptions;
import dev.velella.options.OptionGroup;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;

/** The options of the sink that say what records are and what their graphs and blank nodes become. */
public final class InputOptions {
    /** What a value without content-type is. */
    public static final String INPUT_FORMAT_CONFIG = "input.format";

    /** Value of {@link #INPUT_FORMAT_CONFIG}: frames that say themselves whether they are graphs or patches. */
    static final String JELLY = "jelly";

    private static final String INPUT_FORMAT_DOC =
            "Format of values that come as text or bytes (StringConverter, ByteArrayConverter) without a header"
                    + " content-type: jelly (a frame itself says whether it is a graph or a patch), or the name of a document"
                    + " format. If there is a header content-type, it decides; an unknown format in it is an error.";

    /** What to do with graphs. */
    public static final String ON_GRAPH_CONFIG = "on.graph";

    private static final String ON_GRAPH_DOC =
            "What the sink does with a record that is a graph but not a snapshot: fail (the record is refused), add"
                    + " (its statements are added), or replace (its statements replace the graph of the key; a null value"
                    + " deletes that graph).";

    /** What blank nodes become. */
    public static final String BLANK_NODES_CONFIG = "blank.nodes";

    private static final String BLANK_NODES_DOC =
            "What happens to blank nodes. keep: they stay blank nodes. skolem: they become IRIs"
                    + " urn:velella:genid:LABEL. refuse: a record with blank nodes is refused. auto: keep if the target can"
                    + " delete blank nodes by their labels, otherwise skolem.";

    /** Whether records of open and aborted transactions may get into the store. */
    static final String ALLOW_READ_UNCOMMITTED_CONFIG = "allow.read.uncommitted";

    private static final String ALLOW_READ_UNCOMMITTED_DOC =
            "Whether the connector runs without consumer.override.isolation.level=read_committed in its"
                    + " configuration. Records of open and aborted transactions then get into the store, unless the worker"
                    + " sets consumer.isolation.level=read_committed for all its connectors, which a connector cannot see."
                    + " Set it to true only on a worker that does not let connectors override options of consumers, or if"
                    + " nobody writes to the topics with transactions.";

    /** Options of the target graph, as the diff app has them. */
    static final GraphOptions GRAPH = new GraphOptions("");

    /** What to do with graphs: option {@code on.graph}. */
    public enum OnGraph {
        FAIL,
        ADD,
        REPLACE
    }

    /** What blank nodes become: option {@code blank.nodes}. */
    public enum BlankNodes {
        AUTO,
        KEEP,
        SKOLEM,
        REFUSE
    }

    private InputOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        List<String> formats = new ArrayList<>(List.of(JELLY));
        for (DocumentFormat format : DocumentFormat.values()) {
            formats.add(format.id());
        }
        OptionGroup group = new OptionGroup(def, "Input")
                .choice(
                        INPUT_FORMAT_CONFIG,
                        JELLY,
                        List.copyOf(formats),
                        Importance.MEDIUM,
                        INPUT_FORMAT_DOC,
                        "Format without content-type")
                .choice(ON_GRAPH_CONFIG, OnGraph.FAIL, Importance.MEDIUM, ON_GRAPH_DOC, "On graph");
        GRAPH.define(group);
        group.choice(BLANK_NODES_CONFIG, BlankNodes.AUTO, Importance.LOW, BLANK_NODES_DOC, "Blank nodes")
                .add(
                        ALLOW_READ_UNCOMMITTED_CONFIG,
                        Type.BOOLEAN,
                        false,
                        null,
                        Importance.LOW,
                        ALLOW_READ_UNCOMMITTED_DOC,
                        "Allow read_uncommitted");
    }
}
