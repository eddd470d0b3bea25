package dev.velella.source.mqtt.link;

import dev.velella.edge.GraphName;
import dev.velella.jelly.format.Limits;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;

/** Applies the changes of a message. Stateless. */
final class GraphChanges {
    private GraphChanges() {}

    /**
     * Changes statements, and gives the graph that they are then.
     *
     * @param statements changed in place
     * @throws PayloadException if there are more statements than the limit, or the patch is aborted; some of the changes are
     *     then made
     */
    static RdfGraph apply(RdfPatch patch, Set<Statement> statements, Limits limits) {
        for (PatchOperation operation : patch.operations()) {
            if (operation instanceof PatchOperation.Add add) {
                statements.add(add.statement());
                if (statements.size() > limits.maxStatements()) {
                    throw new PayloadException(
                            RefusalReason.TOO_LARGE,
                            "more than the limit of " + limits.maxStatements()
                                    + " statements (limits.element.statements)");
                }
            } else if (operation instanceof PatchOperation.Delete delete) {
                statements.remove(delete.statement());
            } else if (operation == PatchOperation.Transaction.ABORT) {
                throw new PayloadException(RefusalReason.MALFORMED, "changes that are aborted (TA) are none");
            }
        }
        return RdfGraph.of(GraphName.in(patch)
                .map(name -> GraphName.renamed(statements, GraphName.STEADY, name))
                .orElseGet(() -> List.copyOf(statements)));
    }
}
