package dev.velella.view.sparql;

import dev.velella.shapes.TimedStrategy;
import dev.velella.view.data.AskedData;
import java.time.Instant;
import java.time.ZoneOffset;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.Dataset;
import org.eclipse.rdf4j.query.algebra.Join;
import org.eclipse.rdf4j.query.algebra.LeftJoin;
import org.eclipse.rdf4j.query.algebra.StatementPattern;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryValueEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.QueryEvaluationContext;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.evaluationsteps.StatementPatternQueryEvaluationStep;
import org.jspecify.annotations.Nullable;

/** Evaluates a query like RDF4J, with the time of an event as {@code NOW()}. Not thread-safe. */
final class ViewStrategy extends TimedStrategy {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final AskedData data;
    private Literal now = VALUES.createLiteral(Instant.EPOCH.atOffset(ZoneOffset.UTC));

    ViewStrategy(AskedData source, @Nullable Dataset dataset) {
        super(source, dataset, source::check);
        data = source;
    }

    /** @param ms since 1970 */
    void now(long ms) {
        now = VALUES.createLiteral(Instant.ofEpochMilli(ms).atOffset(ZoneOffset.UTC));
    }

    @Override
    protected QueryEvaluationStep prepare(StatementPattern node, QueryEvaluationContext context) {
        boolean withGraphs = node.getScope() == StatementPattern.Scope.NAMED_CONTEXTS;
        return new StatementPatternQueryEvaluationStep(node, context, withGraphs ? data.withGraphs() : data);
    }

    @Override
    protected QueryEvaluationStep prepare(Join node, QueryEvaluationContext context) {
        return SeparateJoin.isNeeded(node)
                ? SeparateJoin.of(
                        precompile(node.getLeftArg(), context),
                        precompile(node.getRightArg(), context),
                        context,
                        false,
                        row -> true,
                        data::check)
                : super.prepare(node, context);
    }

    @Override
    protected QueryEvaluationStep prepare(LeftJoin node, QueryEvaluationContext context) {
        if (!SeparateJoin.isNeeded(node)) {
            return super.prepare(node, context);
        }
        ValueExpr given = node.getCondition();
        QueryValueEvaluationStep condition = given == null ? null : precompile(given, context);
        return SeparateJoin.of(
                precompile(node.getLeftArg(), context),
                precompile(node.getRightArg(), context),
                context,
                true,
                row -> condition == null || isMet(condition, row),
                data::check);
    }

    private boolean isMet(QueryValueEvaluationStep condition, BindingSet row) {
        try {
            return isTrue(condition, row);
        } catch (ValueExprEvaluationException e) {
            return false;
        }
    }

    @Override
    public QueryValueEvaluationStep precompile(ValueExpr expression, QueryEvaluationContext context) {
        if (expression instanceof EventTime) {
            return bindings -> now;
        }
        return super.precompile(expression, context);
    }
}
