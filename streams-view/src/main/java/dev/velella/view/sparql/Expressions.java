package dev.velella.view.sparql;

import dev.velella.view.data.AskedData;
import java.util.IdentityHashMap;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.QueryEvaluationException;
import org.eclipse.rdf4j.query.QueryInterruptedException;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryValueEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.QueryEvaluationContext;
import org.jspecify.annotations.Nullable;

/** Evaluates expressions of SPARQL outside of a query. Not thread-safe. */
public final class Expressions {
    private final ViewStrategy strategy;
    private final QueryEvaluationContext context = new QueryEvaluationContext.Minimal(null);
    private final IdentityHashMap<ValueExpr, QueryValueEvaluationStep> steps = new IdentityHashMap<>();

    public Expressions(AskedData data) {
        strategy = new ViewStrategy(data, null);
    }

    /**
     * Sets what {@code NOW()} is.
     *
     * @param ms since 1970
     */
    public void now(long ms) {
        strategy.now(ms);
    }

    /** The value of an expression; null if it is an error. */
    public @Nullable Value value(ValueExpr expression, BindingSet bindings) {
        try {
            return step(expression).evaluate(bindings);
        } catch (QueryInterruptedException e) {
            throw e;
        } catch (QueryEvaluationException e) {
            return null;
        }
    }

    /** Whether an expression is true; an error is not. */
    public boolean isTrue(ValueExpr expression, BindingSet bindings) {
        try {
            return strategy.isTrue(step(expression), bindings);
        } catch (QueryInterruptedException e) {
            throw e;
        } catch (QueryEvaluationException e) {
            return false;
        }
    }

    private QueryValueEvaluationStep step(ValueExpr expression) {
        return steps.computeIfAbsent(expression, each -> strategy.precompile(each, context));
    }
}
