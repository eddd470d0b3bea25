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
 * The statements of a store without those of reserved graphs, in whatever way a query asks for them. Ends the query with
 * an error, never with part of the results, when its budget says so.
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

    /** Triple terms have no graph; the sink's own graphs hold none. */
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
            // the base class closes what it filters
        }
    }
}
