package dev.velella.rdf;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;

/**
 * One element of a stream of graphs: statements in the order in which they came, and namespace declarations.
 *
 * <p>A statement without a context is in the default graph. The list may hold a statement twice, but its meaning is a
 * set. Namespaces map a prefix without colon to an IRI. They are cosmetic and never shorten a term.
 *
 * <p>Immutable and thread-safe. Equality compares statements in order (RDF4J's {@link Statement#equals}) and
 * namespaces.
 *
 * @param statements triples and quads, never null
 * @param namespaces prefix to namespace IRI, never null
 */
public record RdfGraph(List<Statement> statements, Map<String, String> namespaces) implements StreamElement {

    /** Makes immutable copies of both arguments. Namespaces keep no order. */
    public RdfGraph {
        statements = statements instanceof StatementTable
                        || statements instanceof StatementArray
                        || statements instanceof FilledStatements
                ? statements
                : List.copyOf(statements);
        namespaces = Map.copyOf(namespaces);
    }

    /** A graph without namespace declarations. */
    public static RdfGraph of(List<Statement> statements) {
        return new RdfGraph(statements, Map.of());
    }

    @Override
    public ElementKind kind() {
        return ElementKind.GRAPH;
    }

    @Override
    public int rowCount() {
        return statements.size();
    }

    /** The graph name of a {@link GraphShape#NAMED_GRAPH}; empty for the other shapes. */
    public Optional<Resource> graphName() {
        if (GraphShape.of(this) != GraphShape.NAMED_GRAPH) {
            return Optional.empty();
        }
        if (statements instanceof FilledStatements filled) {
            return Optional.of(filled.firstContext());
        }
        for (Statement statement : statements) {
            if (statement.getContext() != null) {
                return Optional.of(statement.getContext());
            }
        }
        return Optional.empty();
    }

    /** The statements of the default graph. */
    public List<Statement> defaultGraph() {
        if (statements instanceof FilledStatements filled) {
            return filled.defaultGraph();
        }
        List<Statement> found = new ArrayList<>();
        for (Statement statement : statements) {
            if (statement.getContext() == null) {
                found.add(statement);
            }
        }
        return found;
    }
}
