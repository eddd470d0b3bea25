package dev.velella.rdf;

import java.util.List;
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
        List<Statement> statements = element.statements();
        Resource name = firstName(statements);
        if (name == null) {
            return GRAPH;
        }
        for (int i = 0; i < statements.size(); i++) {
            Statement statement = statements.get(i);
            Resource context = statement.getContext();
            Resource mustBeName = context == null ? statement.getSubject() : context;
            if (mustBeName != name && !name.equals(mustBeName)) {
                return DATASET;
            }
        }
        return NAMED_GRAPH;
    }

    private static @Nullable Resource firstName(List<Statement> statements) {
        for (int i = 0; i < statements.size(); i++) {
            Resource context = statements.get(i).getContext();
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
