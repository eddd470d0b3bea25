package dev.velella.quickstart;

import com.fasterxml.jackson.databind.JsonNode;
import dev.velella.graph.TargetGraph;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.util.Models;

/**
 * Whether the store holds the last graph of every stream, statement by statement, and nothing else. Blank nodes are
 * compared up to their labels.
 */
public final class StoreCheck {
    private final TargetGraph target;
    private final StoreClient store;

    /**
     * @param target says which statements a graph must become
     * @param store what is checked
     */
    public StoreCheck(TargetGraph target, StoreClient store) {
        this.target = target;
        this.store = store;
    }

    /**
     * What was compared, and every difference found, a line each.
     *
     * @param graphs compared
     * @param statements that the store must hold
     * @param differences empty if the store equals the stream
     */
    public record Result(int graphs, long statements, List<String> differences) {
        /** Whether the store equals the stream. */
        public boolean equal() {
            return differences.isEmpty();
        }
    }

    /** Compares the store with the last graph of each stream, by key. */
    public Result compare(Map<String, RdfGraph> last) throws IOException, InterruptedException {
        Map<Resource, Model> expected = new LinkedHashMap<>();
        last.forEach((key, graph) -> add(expected, target.statements(key, graph)));
        List<String> differences = new ArrayList<>();
        long statements = 0;
        Map<String, Long> sizes = storedSizes();
        for (Map.Entry<Resource, Model> graph : expected.entrySet()) {
            statements += graph.getValue().size();
            sizes.remove(graph.getKey().stringValue());
            Model stored = store.graph(graph.getKey().stringValue());
            if (!Models.isomorphic(graph.getValue(), stored)) {
                differences.add(describe(graph.getKey(), graph.getValue(), stored));
            }
        }
        sizes.forEach(
                (graph, size) -> differences.add("graph <" + graph + ">: " + size + " statements that no stream has"));
        return new Result(expected.size(), statements, differences);
    }

    private static void add(Map<Resource, Model> graphs, Collection<Statement> statements) {
        for (Statement statement : statements) {
            graphs.computeIfAbsent(statement.getContext(), name -> new LinkedHashModel())
                    .add(statement.getSubject(), statement.getPredicate(), statement.getObject());
        }
    }

    private Map<String, Long> storedSizes() throws IOException, InterruptedException {
        JsonNode rows = store.select("SELECT ?g (COUNT(*) AS ?n) WHERE { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g")
                .path("results")
                .path("bindings");
        Map<String, Long> sizes = new TreeMap<>();
        for (JsonNode row : rows) {
            if (row.has("g")) {
                sizes.put(
                        row.path("g").path("value").asText(),
                        row.path("n").path("value").asLong());
            }
        }
        return sizes;
    }

    private static String describe(Resource name, Model expected, Model stored) {
        Model missing = new LinkedHashModel(expected);
        missing.removeAll(stored);
        Model extra = new LinkedHashModel(stored);
        extra.removeAll(expected);
        String example = missing.isEmpty() && extra.isEmpty()
                ? "blank nodes differ"
                : "for example "
                        + (missing.isEmpty() ? extra : missing).iterator().next();
        return "graph <" + name + ">: " + missing.size() + " statements missing, " + extra.size() + " too many, "
                + example;
    }
}
