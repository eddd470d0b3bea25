package dev.velella.edge;

import dev.velella.rdf.RdfGraph;
import org.jspecify.annotations.Nullable;

/** A graph of a device, and what was computed of it: how it is compared with others, and its size on a dictionary. */
final class DeviceGraph {
    private final RdfGraph graph;
    private @Nullable GraphChange change;
    private @Nullable DictionaryWriter writer;
    private int bytes;

    DeviceGraph(RdfGraph graph) {
        this.graph = graph;
    }

    RdfGraph graph() {
        return graph;
    }

    /** The graph as it is compared with others. */
    GraphChange change() {
        GraphChange made = change;
        if (made == null) {
            made = GraphChange.of(graph);
            change = made;
        }
        return made;
    }

    /** Notes the size that a writer has given the graph. */
    void noteSize(DictionaryWriter by, int size) {
        writer = by;
        bytes = size;
    }

    /** Whether {@link #size} is that of a writer. */
    boolean hasSizeOf(DictionaryWriter by) {
        return by.equals(writer);
    }

    /** Number of bytes that was noted. */
    int size() {
        return bytes;
    }
}
