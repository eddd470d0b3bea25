package dev.velella.view.sparql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.common.iteration.LookAheadIteration;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.Binding;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.MutableBindingSet;
import org.eclipse.rdf4j.query.algebra.BinaryTupleOperator;
import org.eclipse.rdf4j.query.algebra.Difference;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.QueryEvaluationContext;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;
import org.eclipse.rdf4j.query.algebra.helpers.TupleExprs;
import org.jspecify.annotations.Nullable;

/**
 * A join, or left join, of two parts that are evaluated apart, as the algebra of SPARQL 1.1 says (section 18.5): rows are joined if no
 * variable has two values. In RDF4J a MINUS in the second part sees the values of the first, and a hash join loses rows in which a
 * variable of both parts has no value ({@code findings/rdf4j-minus-before-a-pattern.sh}, {@code rdf4j-optional-with-union.sh}).
 */
final class SeparateJoin {
    private SeparateJoin() {}

    /** Whether RDF4J may answer such a join wrongly. */
    static boolean isNeeded(BinaryTupleOperator join) {
        TupleExpr left = join.getLeftArg();
        TupleExpr right = join.getRightArg();
        Set<String> shared = new HashSet<>(left.getBindingNames());
        shared.retainAll(right.getBindingNames());
        boolean isHashed = TupleExprs.isVariableScopeChange(right) || TupleExprs.containsSubquery(right);
        boolean isAssured = left.getAssuredBindingNames().containsAll(shared)
                && right.getAssuredBindingNames().containsAll(shared);
        return (isHashed && !isAssured) || hasMinus(right);
    }

    private static boolean hasMinus(TupleExpr part) {
        boolean[] found = {false};
        part.visit(new AbstractQueryModelVisitor<RuntimeException>() {
            @Override
            public void meet(Difference node) {
                found[0] = true;
            }
        });
        return found[0];
    }

    /**
     * The join.
     *
     * @param isLeft whether a row of the left part stays if nothing joins with it
     * @param condition what joined rows must meet
     * @param clock called for each pair of rows; may throw to end the evaluation
     */
    static QueryEvaluationStep of(
            QueryEvaluationStep left,
            QueryEvaluationStep right,
            QueryEvaluationContext context,
            boolean isLeft,
            Predicate<BindingSet> condition,
            Runnable clock) {
        return bindings -> new LookAheadIteration<>() {
            private final CloseableIteration<BindingSet> outer = left.evaluate(bindings);
            private final List<BindingSet> inner = all(right.evaluate(bindings));
            private @Nullable BindingSet row;
            private boolean hasJoined;
            private int at;

            @Override
            protected @Nullable BindingSet getNextElement() {
                while (true) {
                    BindingSet present = row;
                    if (present == null) {
                        if (!outer.hasNext()) {
                            return null;
                        }
                        row = outer.next();
                        hasJoined = false;
                        at = 0;
                    } else if (at < inner.size()) {
                        clock.run();
                        BindingSet joined = joined(present, inner.get(at++), context);
                        if (joined != null && condition.test(joined)) {
                            hasJoined = true;
                            return joined;
                        }
                    } else {
                        row = null;
                        if (isLeft && !hasJoined) {
                            return present;
                        }
                    }
                }
            }

            @Override
            protected void handleClose() {
                outer.close();
            }
        };
    }

    private static List<BindingSet> all(CloseableIteration<BindingSet> rows) {
        List<BindingSet> all = new ArrayList<>();
        try (rows) {
            while (rows.hasNext()) {
                all.add(rows.next());
            }
        }
        return all;
    }

    /** Null if a variable has two values. */
    private static @Nullable BindingSet joined(BindingSet one, BindingSet other, QueryEvaluationContext context) {
        MutableBindingSet both = context.createBindingSet(one);
        for (Binding each : other) {
            Value known = one.getValue(each.getName());
            if (known == null) {
                both.setBinding(each.getName(), each.getValue());
            } else if (!known.equals(each.getValue())) {
                return null;
            }
        }
        return both;
    }
}
