package dev.velella.rdf;

import java.util.Optional;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;

/** What a stream element is, told from its statements (RDF-STaX stream types). */
public enum ElementKind {
    /** Statements of the default graph only; an empty element is one too. */
    GRAPH,
    /** Exactly one graph name, and every default-graph statement has that name as its subject. */
    NAMED_GRAPH,
    /** Anything else. */
    DATASET;

    /** Tells the kind of an element by looking at every statement once. */
    public static ElementKind of(RdfGraph element) {
        Resource name = null;
        for (Statement statement : element.statements()) {
            Resource context = statement.getContext();
            if (context != null) {
                if (name != null && !name.equals(context)) {
                    return DATASET;
                }
                name = context;
            }
        }
        if (name == null) {
            return GRAPH;
        }
        for (Statement statement : element.statements()) {
            if (statement.getContext() == null && !name.equals(statement.getSubject())) {
                return DATASET;
            }
        }
        return NAMED_GRAPH;
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
