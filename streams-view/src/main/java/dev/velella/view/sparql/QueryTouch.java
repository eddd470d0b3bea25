package dev.velella.view.sparql;

import dev.velella.view.data.Touch;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.query.algebra.ArbitraryLengthPath;
import org.eclipse.rdf4j.query.algebra.StatementPattern;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.ZeroLengthPath;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;

/** Finds out which statements can change the answer of a query. */
final class QueryTouch extends AbstractQueryModelVisitor<RuntimeException> {
    private final Touch touch = new Touch();

    /** Whether the object of a pattern is only the end of a path that has other nodes before it. */
    private boolean isInPath;

    static Touch of(TupleExpr query) {
        QueryTouch visitor = new QueryTouch();
        query.visit(visitor);
        return visitor.touch;
    }

    @Override
    public void meet(StatementPattern node) {
        if (!(node.getPredicateVar().getValue() instanceof IRI predicate)) {
            touch.addAll();
        } else if (!isInPath
                && predicate.equals(RDF.TYPE)
                && node.getObjectVar().getValue() != null) {
            touch.addClass(node.getObjectVar().getValue());
        } else {
            touch.add(predicate);
        }
        super.meet(node);
    }

    /** A path of length zero leads from each term of the data to itself. */
    @Override
    public void meet(ZeroLengthPath node) {
        touch.addAll();
    }

    @Override
    public void meet(ArbitraryLengthPath node) {
        if (node.getMinLength() == 0) {
            touch.addAll();
        }
        boolean before = isInPath;
        isInPath = true;
        super.meet(node);
        isInPath = before;
    }
}
