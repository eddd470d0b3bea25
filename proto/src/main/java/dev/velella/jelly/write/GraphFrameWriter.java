package dev.velella.jelly.write;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.wire.RdfRowTags;
import dev.velella.rdf.FilledStatements;
import dev.velella.rdf.RdfGraph;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/** Writes graphs as Jelly-RDF frames of one stream. A frame is one graph. */
public final class GraphFrameWriter {
    private final JellyOptions options;
    private final FrameWriter frames;
    private Map<String, String> lastNamespaces = Map.of();
    private List<Map.Entry<String, String>> lastInOrder = List.of();

    /**
     * @throws IllegalArgumentException if the table sizes of the options are above the limits
     */
    public GraphFrameWriter(JellyOptions options, Limits limits) {
        this.options = options;
        frames = new FrameWriter(options, options.namespaces(), limits);
    }

    /** The writer of the stream. */
    public FrameWriter frames() {
        return frames;
    }

    /** Writes the next frame of the stream. */
    public byte[] write(RdfGraph graph) {
        return write(graph, Map.of());
    }

    /** Writes the next frame of the stream. */
    public byte[] write(RdfGraph graph, Map<String, byte[]> metadata) {
        return frames.next(() -> writeRows(graph), metadata);
    }

    /** Writes a key frame. */
    public byte[] writeKeyFrame(RdfGraph graph, Map<String, byte[]> metadata) {
        return frames.keyFrame(() -> writeRows(graph), metadata);
    }

    /** Writes a frame that builds on the dictionary alone. */
    public byte[] writeOnDictionary(RdfGraph graph) {
        if (graph.statements() instanceof FilledStatements values && options.physicalType() == PhysicalType.QUADS) {
            return frames.onDictionary(values, graph.namespaces(), () -> writeRows(graph));
        }
        return frames.onDictionary(() -> writeRows(graph));
    }

    /** Writes a frame that is a stream of its own. */
    public byte[] writeSelfContained(RdfGraph graph) {
        return frames.selfContained(() -> writeRows(graph));
    }

    private void writeRows(RdfGraph graph) {
        StatementWriter rows = frames.rows();
        if (options.namespaces() && !graph.namespaces().isEmpty()) {
            for (Map.Entry<String, String> namespace : inOrder(graph.namespaces())) {
                rows.namespace(RdfRowTags.NAMESPACE, namespace.getKey(), namespace.getValue());
            }
        }
        switch (options.physicalType()) {
            case TRIPLES -> writeTriples(graph, rows);
            case QUADS -> writeQuads(graph, rows);
            case GRAPHS -> writeGraphs(graph, rows);
        }
    }

    /** The namespaces in the order of their prefixes, which most frames share with the frame before. */
    private List<Map.Entry<String, String>> inOrder(Map<String, String> namespaces) {
        if (!namespaces.equals(lastNamespaces)) {
            lastNamespaces = namespaces;
            lastInOrder = List.copyOf(new TreeMap<>(namespaces).entrySet());
        }
        return lastInOrder;
    }

    private static void writeTriples(RdfGraph graph, StatementWriter rows) {
        for (Statement st : graph.statements()) {
            if (st.getContext() != null) {
                throw rows.fail("a statement of graph " + st.getContext() + " does not fit into a stream of TRIPLES");
            }
            rows.triple(RdfRowTags.TRIPLE, st.getSubject(), st.getPredicate(), st.getObject());
        }
    }

    private static void writeQuads(RdfGraph graph, StatementWriter rows) {
        for (Statement st : graph.statements()) {
            rows.quad(RdfRowTags.QUAD, st.getSubject(), st.getPredicate(), st.getObject(), st.getContext());
        }
    }

    /**
     * Writes a GRAPHS stream. Statements of one graph that follow each other share one start and one end. A graph never
     * continues in the next frame.
     */
    private static void writeGraphs(RdfGraph graph, StatementWriter rows) {
        boolean open = false;
        @Nullable Resource current = null;
        for (Statement st : graph.statements()) {
            Resource context = st.getContext();
            if (!open || !Objects.equals(context, current)) {
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
