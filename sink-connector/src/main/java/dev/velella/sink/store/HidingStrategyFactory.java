package dev.velella.sink.store;

import org.eclipse.rdf4j.query.Dataset;
import org.eclipse.rdf4j.query.algebra.evaluation.EvaluationStrategy;
import org.eclipse.rdf4j.query.algebra.evaluation.RDFStarTripleSource;
import org.eclipse.rdf4j.query.algebra.evaluation.TripleSource;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.DefaultEvaluationStrategyFactory;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.EvaluationStatistics;

/**
 * Lets every query run over a {@link HidingTripleSource}. A query of an RDF4J sail reads the store through its triple
 * source only; {@code getStatements}, {@code hasStatement} and {@code size} of a connection do not go this way and see
 * everything.
 */
final class HidingStrategyFactory extends DefaultEvaluationStrategyFactory {
    @Override
    public EvaluationStrategy createEvaluationStrategy(
            Dataset dataset, TripleSource source, EvaluationStatistics statistics) {
        if (!(source instanceof RDFStarTripleSource all)) {
            throw new IllegalStateException("expected a source of triple terms: " + source.getClass());
        }
        return super.createEvaluationStrategy(dataset, new HidingTripleSource(all), statistics);
    }
}
