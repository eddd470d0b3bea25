package dev.velella.serve.answer;

import dev.velella.serve.state.GraphReader;
import dev.velella.serve.state.StoredGraph;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/** Reads the statements of stored graphs for one document. Not thread-safe. */
final class GraphStatements {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final GraphReader reader = new GraphReader();
    private final boolean apart;
    private final boolean named;
    private long number;

    /**
     * @param apart whether the blank nodes of different graphs are kept apart
     * @param named whether statements keep their graph names
     */
    GraphStatements(boolean apart, boolean named) {
        this.apart = apart;
        this.named = named;
    }

    List<Statement> next(StoredGraph graph) {
        number++;
        List<Statement> statements = reader.statements(graph);
        if (apart && graph.blankNodes()) {
            BlankNodes names = new BlankNodes(BlankNodes.prefix(number));
            statements = statements.stream().map(names::renamed).toList();
        }
        return named
                ? statements
                : statements.stream()
                        .map(each -> VALUES.createStatement(each.getSubject(), each.getPredicate(), each.getObject()))
                        .toList();
    }
}
