package dev.velella.source.format;

import dev.velella.document.budget.ReadingBudget;
import dev.velella.rdf.RdfGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFHandlerException;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;

/** Collects the statements and namespaces of one document into one element. Fails above a limit of statements. */
final class StatementCollector extends AbstractRDFHandler {
    private final int limit;
    private final ReadingBudget budget;
    private final List<Statement> statements = new ArrayList<>();
    private final Map<String, String> namespaces = new HashMap<>();

    StatementCollector(int limit, ReadingBudget budget) {
        this.limit = limit;
        this.budget = budget;
    }

    @Override
    public void handleNamespace(String prefix, String uri) {
        namespaces.put(prefix, uri);
    }

    @Override
    public void handleStatement(Statement statement) {
        if (statements.size() == limit) {
            throw tooMany(limit);
        }
        budget.step();
        statements.add(statement);
    }

    RdfGraph element() {
        return new RdfGraph(statements, namespaces);
    }

    static RDFHandlerException tooMany(int limit) {
        return new RDFHandlerException("an element has more than " + limit + " statements (limits.element.statements)");
    }
}
