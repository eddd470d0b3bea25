package dev.velella.jelly.write;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.util.List;

/**
 * The order of statements in a frame that is written. The order has no meaning for readers, and nothing on the wire
 * tells it. Thread-safe.
 */
public enum StatementOrder {
    /** The order in which the statements come. */
    GIVEN,
    /**
     * An order in which many terms are equal to the term of the row before, so that they are left out. The same
     * statements in the same order always give the same result. Encoding then takes two to three times as long.
     */
    DENSE;

    /** The same statements in this order. */
    public RdfGraph order(RdfGraph graph) {
        return this == GIVEN ? graph : new RdfGraph(new DenseOrder().of(graph.statements()), graph.namespaces());
    }

    /**
     * The same patch. Adds that follow each other are in this order, and so are deletes that follow each other. No add
     * changes places with a delete or with any other row, because their order has a meaning.
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
