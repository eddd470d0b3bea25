package dev.velella.sink.intake;

import dev.velella.graph.GraphPolicy;
import dev.velella.graph.GraphSettings;
import dev.velella.graph.TargetGraph;
import dev.velella.graph.UnfitElementException;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.options.InputOptions;
import dev.velella.sink.options.InputOptions.OnGraph;
import dev.velella.sink.options.RdfSinkConfig;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;

/** Turns graphs and null values into changes, as {@code on.graph} says. Stateless. */
final class GraphIntake {
    private final OnGraph onGraph;
    private final GraphSettings graphs;
    private final TargetGraph target;
    private final TermPolicy terms;

    GraphIntake(RdfSinkConfig config, TermPolicy terms) {
        onGraph = config.onGraph();
        graphs = config.graphSettings();
        target = TargetGraph.of(graphs);
        this.terms = terms;
    }

    /**
     * The changes for a graph.
     *
     * @throws PatchRefusedException if graphs are not accepted, or this graph has no place in the store
     */
    List<PatchOperation> rows(IntakeEntry entry, RdfGraph graph) {
        if (onGraph == OnGraph.FAIL) {
            throw refused();
        }
        String key = entry.key();
        if (key == null && graphs.policy() == GraphPolicy.PER_STREAM) {
            throw new PatchRefusedException(
                    RefusalReason.KEY, "the record has no key, which names the graph that its statements go into");
        }
        String stream = key == null ? "" : key;
        String scope = onGraph == OnGraph.REPLACE && key != null
                ? "stream " + entry.partition().topic() + " " + key
                : "record " + entry.partition() + "@" + entry.record().offset();
        Set<Statement> wanted = new LinkedHashSet<>();
        try {
            Collection<Statement> placed = target.statements(stream, graph);
            new DocumentNodes(scope).rename(placed).forEach(statement -> wanted.add(terms.admit(statement)));
        } catch (UnfitElementException e) {
            throw new PatchRefusedException(RefusalReason.UNFIT, String.valueOf(e.getMessage()));
        }
        if (onGraph == OnGraph.ADD) {
            return IntakeEntry.adds(wanted);
        }
        return entry.replacement(replacedGraphs(stream, wanted), wanted);
    }

    /** The refusal of a graph if graphs are not accepted. */
    static PatchRefusedException refused() {
        return new PatchRefusedException(
                RefusalReason.KIND,
                "the value is a graph; this connector applies patches: point it at the output topic of the diff app, or"
                        + " set " + InputOptions.ON_GRAPH.name() + " to add or replace");
    }

    private Set<IRI> replacedGraphs(String key, Set<Statement> wanted) {
        if (graphs.policy() != GraphPolicy.KEEP) {
            return Set.of(target.graphName(key));
        }
        Set<IRI> named = new LinkedHashSet<>();
        for (Statement statement : wanted) {
            Resource context = statement.getContext();
            if (!(context instanceof IRI iri)) {
                throw new PatchRefusedException(
                        RefusalReason.UNFIT,
                        "the graph has statements outside of named graphs, which cannot be replaced under"
                                + " graph.policy=keep; use graph.policy=per-stream");
            }
            named.add(iri);
        }
        return named;
    }

    /**
     * The changes for a null value.
     *
     * @throws PatchRefusedException if a null value deletes no graph
     */
    List<PatchOperation> tombstoneRows(IntakeEntry entry) {
        if (onGraph != OnGraph.REPLACE) {
            throw new PatchRefusedException(
                    RefusalReason.KIND,
                    "the value is null; a topic of patches has no tombstones. It deletes the graph of its key with "
                            + InputOptions.ON_GRAPH.name() + "=replace");
        }
        String key = entry.key();
        if (key == null || graphs.policy() == GraphPolicy.KEEP) {
            throw new PatchRefusedException(
                    RefusalReason.UNFIT,
                    "the value is null, and it is not known which graph that deletes: that needs a key, and graph.policy"
                            + " per-stream or fixed");
        }
        return entry.replacement(Set.of(target.graphName(key)), Set.of());
    }
}
