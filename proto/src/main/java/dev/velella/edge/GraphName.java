package dev.velella.edge;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * Handles the graph name of elements, which mostly differs from element to element. If the name stayed in the
 * statements, every statement would change each time. Therefore a change is computed with one name for all elements
 * ({@link #STEADY}), and the patch has the real name in a header {@code graph}.
 */
public final class GraphName {
    /** Stands for the name of every element. */
    public static final IRI STEADY = SimpleValueFactory.getInstance().createIRI("urn:velella:edge:graph");

    private static final String HEADER = "graph";
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private GraphName() {}

    /** The graph name of an element; empty if it is no named graph. */
    static Optional<Resource> of(RdfGraph element) {
        return element.graphName();
    }

    /** The row that holds the name. */
    static PatchOperation header(Resource name) {
        return new PatchOperation.Header(HEADER, name);
    }

    /** The name in a patch; empty if the element is no named graph. */
    public static Optional<Resource> in(RdfPatch patch) {
        for (PatchOperation operation : patch.operations()) {
            if (operation instanceof PatchOperation.Header header
                    && header.key().equals(HEADER)
                    && header.value() instanceof Resource name) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }

    /**
     * The statements with another graph name. In statements of the default graph the name is the subject, and the
     * subject changes.
     */
    public static List<Statement> renamed(Iterable<Statement> statements, Resource from, Resource to) {
        List<Statement> renamed = new ArrayList<>();
        for (Statement statement : statements) {
            renamed.add(renamed(statement, from, to));
        }
        return renamed;
    }

    private static Statement renamed(Statement statement, Resource from, Resource to) {
        Resource context = statement.getContext();
        if (from.equals(context)) {
            return VALUES.createStatement(statement.getSubject(), statement.getPredicate(), statement.getObject(), to);
        } else if (context == null && from.equals(statement.getSubject())) {
            return VALUES.createStatement(to, statement.getPredicate(), statement.getObject());
        }
        return statement;
    }
}
