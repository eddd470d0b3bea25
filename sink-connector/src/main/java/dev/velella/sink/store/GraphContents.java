package dev.velella.sink.store;

import dev.velella.rdf.PatchOperation;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;

/**
 * The statements of graphs after the batch, for the graphs that were asked for. A graph is read from the target once,
 * then kept up to date with the rows taken in. Not thread-safe.
 */
final class GraphContents {
    private final Target target;
    private final NetEffect pending;
    private final Map<Resource, Set<Statement>> graphs = new HashMap<>();

    /** @param pending effect of the rows taken in so far */
    GraphContents(Target target, NetEffect pending) {
        this.target = target;
        this.pending = pending;
    }

    Set<Statement> of(IRI graph) {
        return Collections.unmodifiableSet(graphs.computeIfAbsent(graph, unknown -> read(graph)));
    }

    private Set<Statement> read(IRI graph) {
        Set<Statement> statements = new LinkedHashSet<>(target.statements(graph));
        if (pending.concerns(graph)) {
            pending.removes().forEach(statements::remove);
            for (Statement add : pending.adds()) {
                if (graph.equals(add.getContext())) {
                    statements.add(add);
                }
            }
        }
        return statements;
    }

    /** Applies the next rows to the known graphs. {@link NetEffect} must already contain these rows. */
    void follow(List<PatchOperation> rows) {
        if (graphs.isEmpty()) {
            return;
        }
        for (PatchOperation row : rows) {
            if (row instanceof PatchOperation.Add add) {
                Set<Statement> known = graphs.get(add.statement().getContext());
                if (known != null) {
                    known.add(add.statement());
                }
            } else if (row instanceof PatchOperation.Delete delete) {
                Set<Statement> known = graphs.get(delete.statement().getContext());
                if (known != null) {
                    known.remove(delete.statement());
                }
            }
        }
    }
}
