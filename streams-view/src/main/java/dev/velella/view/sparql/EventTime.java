package dev.velella.view.sparql;

import org.eclipse.rdf4j.query.algebra.AbstractQueryModelNode;
import org.eclipse.rdf4j.query.algebra.QueryModelNode;
import org.eclipse.rdf4j.query.algebra.QueryModelVisitor;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.jspecify.annotations.Nullable;

/** {@code NOW()} in a view. RDF4J would replace the function by its value when the query is compiled. */
final class EventTime extends AbstractQueryModelNode implements ValueExpr {
    private static final long serialVersionUID = 1;

    @Override
    public <X extends Exception> void visit(QueryModelVisitor<X> visitor) throws X {
        visitor.meetOther(this);
    }

    @Override
    public <X extends Exception> void visitChildren(QueryModelVisitor<X> visitor) {
        // has none
    }

    @Override
    public void replaceChildNode(QueryModelNode current, QueryModelNode replacement) {
        throw new IllegalArgumentException("has no children");
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof EventTime;
    }

    @Override
    public int hashCode() {
        return 1;
    }

    @Override
    public EventTime clone() {
        return (EventTime) super.clone();
    }
}
