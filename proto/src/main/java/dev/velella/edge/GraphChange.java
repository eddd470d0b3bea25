package dev.velella.edge;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A graph as it is compared with others: its statements with the {@linkplain GraphName#STEADY steady name}. Immutable.
 *
 * @param name name of the graph; null if the element is no named graph
 * @param statements all statements, with the steady name in place of the true one
 */
record GraphChange(@Nullable Resource name, Set<Statement> statements) {
    static GraphChange of(RdfGraph graph) {
        Resource name = GraphName.of(graph).orElse(null);
        return new GraphChange(
                name,
                new LinkedHashSet<>(
                        name == null
                                ? graph.statements()
                                : GraphName.renamed(graph.statements(), name, GraphName.STEADY)));
    }

    /** The patch that makes this graph of other statements. */
    RdfPatch from(Set<Statement> before) {
        RdfPatch change = RdfPatch.change(without(before, statements), without(statements, before));
        if (name == null) {
            return change;
        }
        List<PatchOperation> named = new ArrayList<>(change.operations());
        named.add(0, GraphName.header(name));
        return new RdfPatch(named);
    }

    private static List<Statement> without(Set<Statement> some, Set<Statement> others) {
        List<Statement> left = new ArrayList<>();
        for (Statement statement : some) {
            if (!others.contains(statement)) {
                left.add(statement);
            }
        }
        return left;
    }
}
