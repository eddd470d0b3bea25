package dev.velella.sink.query;

import dev.velella.sink.store.ReservedGraphs;
import java.util.Comparator;
import java.util.Set;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.common.iteration.FilterIteration;
import org.eclipse.rdf4j.common.order.StatementOrder;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.query.algebra.evaluation.RDFStarTripleSource;

/**
 * The statements of a store without the reserved graphs, for every way in which a query can ask for them. When the
 * budget of the query is used up, the query ends with an error, never with a part of the results.
 */
final class HidingTripleSource implements RDFStarTripleSource {
    private final RDFStarTripleSource all;
    private final QueryBudget budget;

    HidingTripleSource(RDFStarTripleSource all, QueryBudget budget) {
        this.all = all;
        this.budget = budget;
    }

    @Override
    public CloseableIteration<? extends Statement> getStatements(
            Resource subject, IRI predicate, Value object, Resource... contexts) {
        return new Visible(all.getStatements(subject, predicate, object, contexts));
    }

    @Override
    public CloseableIteration<? extends Statement> getStatements(
            StatementOrder order, Resource subject, IRI predicate, Value object, Resource... contexts) {
        return new Visible(all.getStatements(order, subject, predicate, object, contexts));
    }

    @Override
    public Set<StatementOrder> getSupportedOrders(Resource subject, IRI predicate, Value object, Resource... contexts) {
        return all.getSupportedOrders(subject, predicate, object, contexts);
    }

    @Override
    public Comparator<Value> getComparator() {
        return all.getComparator();
    }

    /** Triple terms have no graph. The sink's own graphs contain no triple terms, so nothing needs to be hidden. */
    @Override
    public CloseableIteration<? extends Triple> getRdfStarTriples(Resource subject, IRI predicate, Value object) {
        return all.getRdfStarTriples(subject, predicate, object);
    }

    @Override
    public ValueFactory getValueFactory() {
        return all.getValueFactory();
    }

    private final class Visible extends FilterIteration<Statement> {
        Visible(CloseableIteration<? extends Statement> all) {
            super(all);
        }

        @Override
        protected boolean accept(Statement statement) {
            budget.check();
            return !ReservedGraphs.isReserved(statement.getContext());
        }

        @Override
        protected void handleClose() {
            // the base class closes the filtered iteration
        }
    }
}
