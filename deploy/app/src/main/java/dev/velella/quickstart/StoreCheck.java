package dev.velella.quickstart;

import dev.velella.diff.blank.GraphIsomorphism;
import dev.velella.graph.TargetGraph;
import dev.velella.rdf.RdfGraph;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.store.SystemRows;
import dev.velella.sink.view.StoreView;
import dev.velella.verify.StateDifference;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;

/**
 * Checks, statement by statement, that the store holds the last graph of every stream and nothing else. Blank nodes are
 * compared without regard to their labels.
 */
public final class StoreCheck {
    private final TargetGraph target;
    private final StoreClient store;

    /**
     * @param target rule that turns a graph into the statements of the store
     * @param store the store to check
     */
    public StoreCheck(TargetGraph target, StoreClient store) {
        this.target = target;
        this.store = store;
    }

    /**
     * The result of a comparison.
     *
     * @param graphs number of compared graphs
     * @param statements number of statements that the store must hold
     * @param differences all differences, a line each; empty if the store equals the stream
     */
    public record Result(int graphs, long statements, List<String> differences) {
        /** Whether the store equals the stream. */
        public boolean equal() {
            return differences.isEmpty();
        }
    }

    /**
     * Compares the store with the last graph of each stream, by key.
     *
     * @throws IOException if the store cannot be read
     */
    public Result compare(Map<String, RdfGraph> last) throws IOException {
        StateDifference state = new StateDifference();
        Set<Resource> graphs = new HashSet<>();
        last.forEach((key, graph) -> target.statements(key, graph).forEach(statement -> {
            state.expect(statement);
            graphs.add(statement.getContext());
        }));
        read(state);
        return new Result(graphs.size(), state.expected(), differences(state));
    }

    private void read(StateDifference state) throws IOException {
        try (StoreView content = store.state()) {
            content.read(statement -> {
                if (!SystemRows.isRow(statement)) {
                    state.store(statement);
                }
            });
        } catch (StoreFailedException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static List<String> differences(StateDifference state) {
        List<Statement> missing = state.adds();
        List<Statement> extra = state.deletes(statement -> true);
        Map<String, Resource> names = new TreeMap<>();
        Stream.concat(missing.stream(), extra.stream())
                .map(Statement::getContext)
                .forEach(graph -> names.put(String.valueOf(graph), graph));
        List<String> differences = new ArrayList<>();
        names.values().forEach(graph -> {
            Model expected = state.expectedIn(graph);
            if (!GraphIsomorphism.between(expected, state.storedIn(graph))) {
                differences.add("graph <" + graph + ">: " + (expected.isEmpty() ? "of no stream; " : "")
                        + of(missing, graph).size() + " statements missing, "
                        + of(extra, graph).size() + " too many, for example "
                        + Stream.concat(of(missing, graph).stream(), of(extra, graph).stream())
                                .findFirst()
                                .orElseThrow());
            }
        });
        return differences;
    }

    private static List<Statement> of(List<Statement> statements, Resource graph) {
        return statements.stream()
                .filter(statement -> Objects.equals(statement.getContext(), graph))
                .toList();
    }
}
