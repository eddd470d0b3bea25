package dev.velella.serve.answer;

import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * Renames the blank nodes of a graph, so that those of different graphs stay apart in one document. Immutable.
 *
 * @param prefix stands before each label
 */
record BlankNodes(String prefix) {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    /** The prefix for the graph with a number in its document. */
    static String prefix(long number) {
        return "g" + number + "x";
    }

    Statement renamed(Statement statement) {
        return VALUES.createStatement(
                (Resource) renamed(statement.getSubject()),
                statement.getPredicate(),
                renamed(statement.getObject()),
                statement.getContext() == null ? null : (Resource) renamed(statement.getContext()));
    }

    private Value renamed(Value term) {
        if (term instanceof BNode node) {
            return VALUES.createBNode(prefix + node.getID());
        }
        return term instanceof Triple triple
                ? VALUES.createTriple(
                        (Resource) renamed(triple.getSubject()), triple.getPredicate(), renamed(triple.getObject()))
                : term;
    }
}
