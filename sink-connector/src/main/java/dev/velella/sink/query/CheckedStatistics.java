package dev.velella.sink.query;

import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.EvaluationStatistics;

/**
 * Statistics of a store that also check whether the query has to end. The planning of joins uses them in its innermost
 * loop.
 */
final class CheckedStatistics extends EvaluationStatistics {
    private final EvaluationStatistics statistics;
    private final QueryBudget budget;

    CheckedStatistics(EvaluationStatistics statistics, QueryBudget budget) {
        this.statistics = statistics;
        this.budget = budget;
    }

    @Override
    public double getCardinality(TupleExpr expression) {
        budget.enter();
        try {
            return statistics.getCardinality(expression);
        } finally {
            budget.leave();
        }
    }
}
