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
        List<PatchOperation> ordered = new ArrayList<>(patch.operations().size());
        List<Statement> run = new ArrayList<>();
        boolean adds = false;
        for (PatchOperation operation : patch.operations()) {
            if (operation instanceof Add add) {
                endRun(run, adds, !adds, ordered);
                adds = true;
                run.add(add.statement());
            } else if (operation instanceof Delete delete) {
                endRun(run, adds, adds, ordered);
                adds = false;
                run.add(delete.statement());
            } else {
                endRun(run, adds, true, ordered);
                ordered.add(operation);
            }
        }
        endRun(run, adds, true, ordered);
        return new RdfPatch(ordered);
    }

    private static void endRun(List<Statement> run, boolean adds, boolean ends, List<PatchOperation> ordered) {
        if (ends && !run.isEmpty()) {
            for (Statement statement : DenseOrder.of(run)) {
                ordered.add(adds ? new Add(statement) : new Delete(statement));
            }
            run.clear();
        }
    }
}
