package dev.velella.graph;

import dev.velella.options.OptionGroup;
import dev.velella.options.Spelling;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigException;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/** The options that say which graph an element of a stream becomes, the same in all parts. Stateless. */
public final class GraphOptions {
    /** Where statements end up. */
    public static final String GRAPH_POLICY = "graph.policy";

    private static final String GRAPH_POLICY_DOC = "Graph of the store that receives the statements of a stream."
            + " per-stream: a graph of its own for each stream (see graph.template). keep: the graphs that the"
            + " elements name. fixed: one graph for all streams; if two streams assert the same triple there, one"
            + " stream can delete the triple of the other.";

    /** IRI of a stream's graph. */
    public static final String GRAPH_TEMPLATE = "graph.template";

    private static final String GRAPH_TEMPLATE_DOC = "IRI of a stream's graph under graph.policy=per-stream. {key}"
            + " stands for the record's key, percent-encoded. Under the default template a key that is an absolute IRI"
            + " is used as it is.";

    /** IRI of the graph of all streams. */
    public static final String GRAPH_FIXED = "graph.fixed";

    private static final String GRAPH_FIXED_DOC = "IRI of the graph under graph.policy=fixed.";

    /** Statements about the graph name. */
    public static final String TEMPORAL_STATEMENT = "temporal.statement";

    private static final String TEMPORAL_STATEMENT_DOC = "What happens to the statements about the graph name of a"
            + " named graph, such as its time: keep (they become statements about the IRI of the stream's graph, in"
            + " that graph) or drop (they are left out).";

    /** What the elements are. */
    public static final String ELEMENT_TYPE = "element.type";

    private static final String ELEMENT_TYPE_DOC = "Form of the elements: auto (recognised for each element), graph"
            + " (triples only), named-graph (one named graph, and statements about its name), or dataset (any quads;"
            + " needs graph.policy=keep). An element of another form is an error.";

    private final String prefix;

    /** @param prefix stands before the names of the options; empty for none */
    public GraphOptions(String prefix) {
        this.prefix = prefix;
    }

    /** Adds the options with their types, defaults and documentation. */
    public void define(OptionGroup group) {
        choice(group, GRAPH_POLICY, GraphPolicy.PER_STREAM, GRAPH_POLICY_DOC);
        text(group, GRAPH_TEMPLATE, GraphSettings.DEFAULT_TEMPLATE, GRAPH_TEMPLATE_DOC);
        text(group, GRAPH_FIXED, null, GRAPH_FIXED_DOC);
        choice(group, TEMPORAL_STATEMENT, TemporalStatement.KEEP, TEMPORAL_STATEMENT_DOC);
        choice(group, ELEMENT_TYPE, ElementType.AUTO, ELEMENT_TYPE_DOC);
    }

    private void choice(OptionGroup group, String option, Enum<?> value, String doc) {
        group.choice(prefix + option, value, Importance.MEDIUM, doc, option);
    }

    private void text(OptionGroup group, String option, @Nullable Object value, String doc) {
        group.text(prefix + option, value, Importance.MEDIUM, doc, option);
    }

    /**
     * Reads the options.
     *
     * @throws ConfigException if options contradict each other
     */
    public GraphSettings read(AbstractConfig config) {
        String fixed = config.getString(prefix + GRAPH_FIXED);
        IRI graph = fixed == null ? null : absolute(fixed);
        try {
            return new GraphSettings(
                    Spelling.constant(GraphPolicy.class, config.getString(prefix + GRAPH_POLICY)),
                    config.getString(prefix + GRAPH_TEMPLATE),
                    graph,
                    Spelling.constant(TemporalStatement.class, config.getString(prefix + TEMPORAL_STATEMENT)),
                    Spelling.constant(ElementType.class, config.getString(prefix + ELEMENT_TYPE)));
        } catch (IllegalArgumentException e) {
            // The message begins with the name of the option, without the prefix.
            throw new ConfigException(prefix + e.getMessage());
        }
    }

    private IRI absolute(String iri) {
        if (!GraphSettings.isAbsoluteIri(iri)) {
            throw new ConfigException(prefix + GRAPH_FIXED, iri, "must be an absolute IRI");
        }
        return SimpleValueFactory.getInstance().createIRI(iri);
    }
}
