package dev.velella.edge;

import dev.velella.rdf.RdfGraph;
import org.jspecify.annotations.Nullable;

/** A graph of a device. Keeps the form in which it is compared with others, and its last known size in bytes. */
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

    /** Whether {@link #size} is the number of bytes that this writer gives the graph. */
    boolean hasSizeOf(DictionaryWriter by) {
        return by.equals(writer);
    }

    /** Number of bytes that was noted. */
    int size() {
        return bytes;
    }
}
