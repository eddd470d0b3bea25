package dev.velella.diff.blank;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/** Replaces the blank nodes of a graph. Terms and statements without a changed node are reused. */
final class Relabelling {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final NodeGraph graph;
    private final BNode[] replacements;

    /** @param replacements the new nodes, by the number of the old node in the graph */
    Relabelling(NodeGraph graph, BNode[] replacements) {
        this.graph = graph;
        this.replacements = replacements;
    }

    /** Whether all nodes stay as they are. */
    boolean isIdentity() {
        for (int node = 0; node < replacements.length; node++) {
            if (!replacements[node].equals(graph.node(node))) {
                return false;
            }
        }
        return true;
    }

    /** The statements with their new nodes, in their order. */
    List<Statement> of(Collection<Statement> statements) {
        List<Statement> relabelled = new ArrayList<>(statements.size());
        for (Statement st : statements) {
            relabelled.add(of(st));
        }
        return relabelled;
    }

    private Statement of(Statement st) {
        Resource subject = (Resource) of((Value) st.getSubject());
        Value object = of(st.getObject());
        @Nullable Resource graphName = st.getContext() == null ? null : (Resource) of((Value) st.getContext());
        boolean same = subject == st.getSubject() && object == st.getObject() && graphName == st.getContext();
        return same ? st : VALUES.createStatement(subject, st.getPredicate(), object, graphName);
    }

    private Value of(Value term) {
        if (term instanceof BNode node) {
            BNode replacement = replacements[graph.find(node.getID())];
            return replacement.equals(node) ? node : replacement;
        }
        if (term instanceof Triple triple) {
            Resource subject = (Resource) of((Value) triple.getSubject());
            Value object = of(triple.getObject());
            boolean same = subject == triple.getSubject() && object == triple.getObject();
            return same ? triple : VALUES.createTriple(subject, triple.getPredicate(), object);
        }
        return term;
    }
}
