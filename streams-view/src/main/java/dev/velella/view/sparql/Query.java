package dev.velella.view.sparql;

import dev.velella.view.answer.AnswerFailedException;
import dev.velella.view.answer.AnswerFailedException.Reason;
import dev.velella.view.data.AskedData;
import dev.velella.view.data.StaticData;
import dev.velella.view.data.StreamData;
import dev.velella.view.data.Touch;
import dev.velella.view.definition.Refusal;
import dev.velella.view.definition.ViewDefinition;
import dev.velella.view.definition.ViewRefusedException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.Dataset;
import org.eclipse.rdf4j.query.MalformedQueryException;
import org.eclipse.rdf4j.query.algebra.QueryRoot;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.EvaluationStatistics;
import org.eclipse.rdf4j.query.impl.EmptyBindingSet;
import org.eclipse.rdf4j.query.parser.ParsedQuery;
import org.eclipse.rdf4j.query.parser.sparql.SPARQLParser;
import org.jspecify.annotations.Nullable;

/** The part of a query that finds solutions, checked. Immutable. */
final class Query {
    private final ViewDefinition definition;
    private final StaticData fixed;
    private final TupleExpr pattern;
    private final @Nullable Dataset dataset;
    private final Touch touch;
    private final boolean readsNow;
    private final boolean readsPrevious;

    /** @param pattern is changed by the checks */
    Query(ViewDefinition definition, StaticData fixed, TupleExpr pattern, @Nullable Dataset dataset) {
        this.definition = definition;
        this.fixed = fixed;
        this.dataset = dataset;
        this.pattern = pattern instanceof QueryRoot ? pattern : new QueryRoot(pattern);
        QueryChecks checks = new QueryChecks(definition.name());
        this.pattern.visit(checks);
        if (dataset != null) {
            dataset.getDefaultGraphs().forEach(checks::checkIsNotPrevious);
            dataset.getNamedGraphs().forEach(checks::checkIsNotPrevious);
        }
        touch = QueryTouch.of(this.pattern);
        readsNow = checks.readsNow();
        readsPrevious = checks.readsPrevious();
        try {
            new Solutions(); // what cannot be compiled is refused here
        } catch (RuntimeException | StackOverflowError | AssertionError e) { // some make the optimizers of RDF4J fail
            throw new ViewRefusedException(
                    Refusal.UNSUPPORTED, definition.name(), "query", "cannot be evaluated: " + e.getMessage());
        }
    }

    /** @throws ViewRefusedException if the text is no SPARQL query */
    static ParsedQuery parse(ViewDefinition definition) {
        try {
            return new SPARQLParser().parseQuery(definition.text(), null);
        } catch (MalformedQueryException e) {
            String why = String.valueOf(e.getMessage()).strip().replaceAll("\\s+", " ");
            throw new ViewRefusedException(Refusal.SYNTAX, definition.name(), "query", "is no SPARQL query: " + why);
        } catch (StackOverflowError e) {
            throw new ViewRefusedException(Refusal.SYNTAX, definition.name(), "query", "is nested too deeply");
        }
    }

    TupleExpr pattern() {
        return pattern;
    }

    Touch touch() {
        return touch;
    }

    boolean readsNow() {
        return readsNow;
    }

    boolean readsPrevious() {
        return readsPrevious;
    }

    Solutions newSolutions() {
        return new Solutions();
    }

    /** Finds the solutions of the query. Not thread-safe. */
    final class Solutions {
        private final AskedData data = new AskedData(fixed);
        private final ViewStrategy strategy = new ViewStrategy(data, dataset);
        private final QueryEvaluationStep step;

        Solutions() {
            TupleExpr own = pattern.clone();
            strategy.optimize(own, new EvaluationStatistics(), EmptyBindingSet.getInstance());
            step = strategy.precompile(own);
        }

        /**
         * All solutions, with duplicates.
         *
         * @throws AnswerFailedException if there are too many, or the evaluation fails or takes too long
         */
        List<BindingSet> of(StreamData stream, long nowMs, List<Statement> previous) {
            StreamData before = readsPrevious ? StreamData.of(named(previous)) : StreamData.of(List.of());
            data.begin(stream, before, definition.timeoutMs());
            strategy.now(nowMs);
            List<BindingSet> solutions = new ArrayList<>();
            try (CloseableIteration<BindingSet> found = step.evaluate(EmptyBindingSet.getInstance())) {
                while (found.hasNext()) {
                    data.check();
                    if (solutions.size() == definition.maxRows()) {
                        throw new AnswerFailedException(
                                Reason.TOO_MANY_ROWS,
                                definition.name(),
                                "the answer has more than " + definition.maxRows() + " rows (max.rows)");
                    }
                    solutions.add(found.next());
                }
                return solutions;
            } catch (RuntimeException | StackOverflowError e) { // whatever a value makes of the engine
                throw AnswerFailedException.of(e, definition.name(), definition.timeoutMs(), "the query");
            }
        }

        private static List<Statement> named(List<Statement> statements) {
            return statements.stream()
                    .map(each -> SimpleValueFactory.getInstance()
                            .createStatement(
                                    each.getSubject(), each.getPredicate(), each.getObject(), AskedData.PREVIOUS))
                    .toList();
        }
    }
}
