package dev.velella.rdf;

import java.util.Optional;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/** What a stream element is, told from its statements (RDF-STaX stream types). */
public enum ElementKind {
    /** Statements of the default graph only; an empty element is one too. */
    GRAPH,
    /** Exactly one graph name, and every default-graph statement has that name as its subject. */
    NAMED_GRAPH,
    /** Anything else. */
    DATASET;

    /** Tells the kind of an element by looking at every statement. */
    @SuppressWarnings("ReferenceEquality") // any other object is compared by its text
    public static ElementKind of(RdfGraph element) {
        StatementTable statements = StatementTable.of(element.statements());
        Object name = firstName(statements);
        if (name == null) {
            return GRAPH;
        }
        for (int row = 0; row < statements.size(); row++) {
            Object context = statements.cell(row, StatementTable.CONTEXT);
            Object mustBeName = context == null ? statements.cell(row, StatementTable.SUBJECT) : context;
            if (mustBeName != name && !name.equals(mustBeName)) {
                return DATASET;
            }
        }
        return NAMED_GRAPH;
    }

    private static @Nullable Object firstName(StatementTable statements) {
        for (int row = 0; row < statements.size(); row++) {
            Object context = statements.cell(row, StatementTable.CONTEXT);
            if (context != null) {
                return context;
            }
        }
        return null;
    }

    /** The graph name of a {@link #NAMED_GRAPH} element; empty for the other kinds. */
    public static Optional<Resource> graphName(RdfGraph element) {
        if (of(element) != NAMED_GRAPH) {
            return Optional.empty();
        }
        for (Statement statement : element.statements()) {
            if (statement.getContext() != null) {
                return Optional.of(statement.getContext());
            }
        }
        return Optional.empty();
    }
}
