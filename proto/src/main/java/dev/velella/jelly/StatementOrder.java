package dev.velella.jelly;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Add;
import dev.velella.rdf.PatchOperation.Delete;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;

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
        return this == GIVEN ? graph : new RdfGraph(DenseOrder.of(graph.statements()), graph.namespaces());
    }

    /**
     * The same patch, with adds that follow each other in this order, and deletes that follow each other. No add changes
     * places with a delete or with any other row, because there order is meaning.
     */
    public RdfPatch order(RdfPatch patch) {
        if (this == GIVEN) {
            return patch;
        }
        List<PatchOperation> given = patch.operations();
        PatchOperation[] ordered = given.toArray(PatchOperation[]::new);
        List<Statement> run = new ArrayList<>();
        int next;
        for (int from = 0; from < ordered.length; from = next) {
            boolean adds = given.get(from) instanceof Add;
            next = from;
            while (next < ordered.length && adds && given.get(next) instanceof Add add) {
                run.add(add.statement());
                next++;
            }
            while (next < ordered.length && !adds && given.get(next) instanceof Delete delete) {
                run.add(delete.statement());
                next++;
            }
            int[] order = DenseOrder.permutation(run);
            for (int i = 0; i < order.length; i++) {
                ordered[from + i] = given.get(from + order[i]);
            }
            run.clear();
            next = Math.max(next, from + 1);
        }
        return new RdfPatch(List.of(ordered));
    }
}
