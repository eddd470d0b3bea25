package dev.velella.jelly.write;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.util.List;

/**
 * In which order a writer puts the statements of a frame. This is a matter of writing only: the order has no meaning,
 * and nothing on the wire tells which one was chosen. Thread-safe.
 */
public enum StatementOrder {
    /** As they come. */
    GIVEN,
    /**
     * So that terms repeat from row to row and are left out. The same statements in the same order always give the same
     * result. Encoding then takes two to three times as long.
     */
    DENSE;

    /** The same statements in this order. */
    public RdfGraph order(RdfGraph graph) {
        return this == GIVEN ? graph : new RdfGraph(new DenseOrder().of(graph.statements()), graph.namespaces());
    }

    /**
     * The same patch, with adds that follow each other in this order, and deletes that follow each other. No add changes
     * places with a delete or with any other row, because there order is meaning.
     */
    public RdfPatch order(RdfPatch patch) {
        if (this == GIVEN) {
            return patch;
        }
        PatchOperation[] ordered = new PatchOperation[patch.operations().size()];
        int[] count = {0};
        new DenseOrder().forEach(patch.operations(), operation -> ordered[count[0]++] = operation);
        return new RdfPatch(List.of(ordered));
    }
}
