package dev.velella.view.data;

import java.util.HashSet;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.RDF;

/**
 * Which statements can change the answer of a view: those of some predicates, those of type {@code rdf:type} with some
 * classes, or all. It may name too many, never too few. Not thread-safe while it is made.
 */
public final class Touch {
    private final Set<IRI> predicates = new HashSet<>();
    private final Set<Value> classes = new HashSet<>();
    private final Set<Value> nodes = new HashSet<>();
    private boolean all;

    /** Any statement. */
    public void addAll() {
        all = true;
    }

    /** Statements of a predicate. */
    public void add(IRI predicate) {
        predicates.add(predicate);
    }

    /** Statements that say that something is of this class. */
    public void addClass(Value type) {
        classes.add(type);
    }

    /** Statements that have this node as subject or object: a view is about it only if the stream names it. */
    public void addNode(Value node) {
        nodes.add(node);
    }

    public boolean isAll() {
        return all;
    }

    public Set<IRI> predicates() {
        return predicates;
    }

    public Set<Value> classes() {
        return classes;
    }

    public Set<Value> nodes() {
        return nodes;
    }

    /** Whether a statement of the static data can change the answer. Nodes do not count: only streams name them. */
    public boolean by(Statement statement) {
        return all
                || predicates.contains(statement.getPredicate())
                || (statement.getPredicate().equals(RDF.TYPE) && classes.contains(statement.getObject()));
    }
}
