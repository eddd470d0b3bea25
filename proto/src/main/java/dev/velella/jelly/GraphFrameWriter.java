package dev.velella.jelly;

import dev.velella.rdf.RdfGraph;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Rows of Jelly-RDF frames of one stream. Owns the state of the stream, which runs across frames until
 * {@link #reset}.
 *
 * <p>After an error the state is undefined; only {@link #reset} makes the writer usable again.
 */
final class GraphFrameWriter {
    private final JellyOptions options;
    private final ByteSink out;
    private final StatementWriter rows;
    private boolean started;
    private long frame;

    GraphFrameWriter(JellyOptions options, Limits limits) {
        this.options = options;
        checkSizes(options.sizes(), limits);
        out = new ByteSink(limits);
        rows = new StatementWriter(
                out, new TermEncoder(out, FrameKind.RDF, options.sizes(), options.rdfStar(), limits));
    }

    /** What a decoder with the same limits would refuse is refused here, before anything is allocated. */
    static void checkSizes(TableSizes sizes, Limits limits) {
        if (sizes.names() > limits.maxNames()
                || sizes.prefixes() > limits.maxPrefixes()
                || sizes.datatypes() > limits.maxDatatypes()) {
            throw new IllegalArgumentException(sizes + " is above " + limits);
        }
    }

    /** Forgets the stream: the next frame is self-contained. */
    void reset() {
        rows.reset();
        started = false;
        frame = 0;
    }

    /** Writes the next frame of the stream. */
    byte[] write(RdfGraph graph) {
        out.open(frame);
        if (!started) {
            OptionsRow.rdf(options).write(out);
            started = true;
        }
        if (options.namespaces() && !graph.namespaces().isEmpty()) {
            for (Map.Entry<String, String> namespace : new TreeMap<>(graph.namespaces()).entrySet()) {
                rows.namespace(RdfRowTags.NAMESPACE, namespace.getKey(), namespace.getValue());
            }
        }
        switch (options.physicalType()) {
            case TRIPLES -> writeTriples(graph);
            case QUADS -> writeQuads(graph);
            case GRAPHS -> writeGraphs(graph);
        }
        frame++;
        return out.toByteArray();
    }

    private void writeTriples(RdfGraph graph) {
        for (Statement st : graph.statements()) {
            if (st.getContext() != null) {
                throw out.fail("a statement of graph " + st.getContext() + " does not fit into a stream of TRIPLES");
            }
            rows.triple(RdfRowTags.TRIPLE, st.getSubject(), st.getPredicate(), st.getObject());
        }
    }

    private void writeQuads(RdfGraph graph) {
        for (Statement st : graph.statements()) {
            rows.quad(RdfRowTags.QUAD, st.getSubject(), st.getPredicate(), st.getObject(), st.getContext());
        }
    }

    /** Statements of one graph that follow each other share a start and an end; a graph never crosses a frame border. */
    private void writeGraphs(RdfGraph graph) {
        boolean open = false;
        @Nullable Resource current = null;
        for (Statement st : graph.statements()) {
            Resource context = st.getContext();
            if (!open || !(context == null ? current == null : context.equals(current))) {
                if (open) {
                    rows.empty(RdfRowTags.GRAPH_END);
                }
                rows.graphStart(RdfRowTags.GRAPH_START, context);
                open = true;
                current = context;
            }
            rows.triple(RdfRowTags.TRIPLE, st.getSubject(), st.getPredicate(), st.getObject());
        }
        if (open) {
            rows.empty(RdfRowTags.GRAPH_END);
        }
    }
}
