package dev.velella.sink.query;

import java.util.function.BiFunction;
import org.eclipse.rdf4j.query.Dataset;
import org.eclipse.rdf4j.query.algebra.evaluation.EvaluationStrategy;
import org.eclipse.rdf4j.query.algebra.evaluation.RDFStarTripleSource;
import org.eclipse.rdf4j.query.algebra.evaluation.TripleSource;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.AbstractEvaluationStrategyFactory;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.EvaluationStatistics;

/**
 * Lets every query run on a {@link HidingTripleSource}, within the {@link QueryBudget} of its thread. A query of an
 * RDF4J sail reads the store only through its triple source. The methods {@code getStatements}, {@code hasStatement}
 * and {@code size} of a connection do not use this source and see everything.
 */
public final class HidingStrategyFactory extends AbstractEvaluationStrategyFactory {
    /** Queries of statements that can be read without a guard. */
    public static final HidingStrategyFactory PLAIN = new HidingStrategyFactory((source, budget) -> source);

    private final BiFunction<RDFStarTripleSource, QueryBudget, RDFStarTripleSource> reading;

    /** @param reading wraps a source for a query with a budget */
    public HidingStrategyFactory(BiFunction<RDFStarTripleSource, QueryBudget, RDFStarTripleSource> reading) {
        this.reading = reading;
    }

    @Override
    public EvaluationStrategy createEvaluationStrategy(
            Dataset dataset, TripleSource source, EvaluationStatistics statistics) {
        if (!(source instanceof RDFStarTripleSource all)) {
            throw new IllegalStateException("expected a source of triple terms: " + source.getClass());
        }
        QueryBudget budget = QueryBudget.current();
        RDFStarTripleSource visible = new HidingTripleSource(reading.apply(all, budget), budget);
        return new BudgetStrategy(budget, visible, dataset, null, statistics);
    }
}
