package dev.velella.graph;

import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigException;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/** The options that decide which graph an element of a stream becomes. They are the same in all parts. Stateless. */
public final class GraphOptions {
    /** Option: the graph of the store that receives the statements. */
    public static final String GRAPH_POLICY = "graph.policy";

    /** IRI of a stream's graph. */
    public static final String GRAPH_TEMPLATE = "graph.template";

    /** IRI of the graph of all streams. */
    public static final String GRAPH_FIXED = "graph.fixed";

    /** Statements about the graph name. */
    public static final String TEMPORAL_STATEMENT = "temporal.statement";

    /** Form of the elements. */
    public static final String ELEMENT_TYPE = "element.type";

    private final String prefix;
    private final Option<GraphPolicy> policy;
    private final Option<String> template;
    private final Option<String> fixed;
    private final Option<TemporalStatement> temporalStatement;
    private final Option<ElementType> elementType;

    /** @param prefix stands before the names of the options; empty if they have no prefix */
    public GraphOptions(String prefix) {
        this.prefix = prefix;
        policy = Option.choice(prefix + GRAPH_POLICY, GraphPolicy.PER_STREAM)
                .medium()
                .label(GRAPH_POLICY)
                .doc("Graph of the store that receives the statements of a stream."
                        + " per-stream: a graph of its own for each stream (see graph.template). keep: the graphs that the"
                        + " elements name. fixed: one graph for all streams; if two streams assert the same triple there, one"
                        + " stream can delete the triple of the other.");
        template = Option.text(prefix + GRAPH_TEMPLATE)
                .byDefault(GraphSettings.DEFAULT_TEMPLATE)
                .medium()
                .label(GRAPH_TEMPLATE)
                .doc("IRI of a stream's graph under graph.policy=per-stream. {key}"
                        + " stands for the record's key, percent-encoded. Under the default template a key that is an absolute IRI"
                        + " is used as it is.");
        fixed = Option.text(prefix + GRAPH_FIXED)
                .medium()
                .label(GRAPH_FIXED)
                .doc("IRI of the graph under graph.policy=fixed.");
        temporalStatement = Option.choice(prefix + TEMPORAL_STATEMENT, TemporalStatement.KEEP)
                .medium()
                .label(TEMPORAL_STATEMENT)
                .doc("What happens to the statements about the graph name of a"
                        + " named graph, such as its time: keep (they become statements about the IRI of the stream's graph, in"
                        + " that graph) or drop (they are left out).");
        elementType = Option.choice(prefix + ELEMENT_TYPE, ElementType.AUTO)
                .medium()
                .label(ELEMENT_TYPE)
                .doc("Form of the elements: auto (recognised for each element), graph"
                        + " (triples only), named-graph (one named graph, and statements about its name), or dataset (any quads;"
                        + " needs graph.policy=keep). An element of another form is an error.");
    }

    /** Adds the options with their types, defaults and documentation. */
    public void define(OptionGroup group) {
        group.add(policy, template, fixed, temporalStatement, elementType);
    }

    /** Option for the graph of the store that receives the statements of a stream. */
    public Option<GraphPolicy> policy() {
        return policy;
    }

    /** Option for the statements about the graph name of a named graph. */
    public Option<TemporalStatement> temporalStatement() {
        return temporalStatement;
    }

    /**
     * Reads the options.
     *
     * @throws ConfigException if options contradict each other
     */
    public GraphSettings read(AbstractConfig config) {
        String iri = fixed.orNull(config);
        IRI graph = iri == null ? null : absolute(iri);
        try {
            return new GraphSettings(
                    policy.of(config),
                    template.of(config),
                    graph,
                    temporalStatement.of(config),
                    elementType.of(config));
        } catch (IllegalArgumentException e) {
            // The message begins with the name of the option, without the prefix.
            throw new ConfigException(prefix + e.getMessage());
        }
    }

    private IRI absolute(String iri) {
        if (!GraphSettings.isAbsoluteIri(iri)) {
            throw new ConfigException(fixed.name(), iri, "must be an absolute IRI");
        }
        return SimpleValueFactory.getInstance().createIRI(iri);
    }
}
