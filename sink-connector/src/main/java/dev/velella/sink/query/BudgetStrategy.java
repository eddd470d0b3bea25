package dev.velella.sink.query;

import dev.velella.shapes.CheckedNumbers;
import java.util.List;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.BooleanLiteral;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.Dataset;
import org.eclipse.rdf4j.query.algebra.Difference;
import org.eclipse.rdf4j.query.algebra.FunctionCall;
import org.eclipse.rdf4j.query.algebra.Group;
import org.eclipse.rdf4j.query.algebra.GroupConcat;
import org.eclipse.rdf4j.query.algebra.Join;
import org.eclipse.rdf4j.query.algebra.LeftJoin;
import org.eclipse.rdf4j.query.algebra.MathExpr;
import org.eclipse.rdf4j.query.algebra.Order;
import org.eclipse.rdf4j.query.algebra.QueryModelNode;
import org.eclipse.rdf4j.query.algebra.Regex;
import org.eclipse.rdf4j.query.algebra.Service;
import org.eclipse.rdf4j.query.algebra.StatementPattern;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryValueEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.TripleSource;
import org.eclipse.rdf4j.query.algebra.evaluation.federation.FederatedServiceResolver;
import org.eclipse.rdf4j.query.algebra.evaluation.function.Function;
import org.eclipse.rdf4j.query.algebra.evaluation.function.FunctionRegistry;
import org.eclipse.rdf4j.query.algebra.evaluation.function.datetime.Now;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.DefaultEvaluationStrategy;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.EvaluationStatistics;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.QueryEvaluationContext;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.evaluationsteps.MinusQueryEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.iterator.GroupIterator;
import org.eclipse.rdf4j.query.algebra.evaluation.iterator.HashJoinIteration;
import org.eclipse.rdf4j.query.algebra.evaluation.util.OrderComparator;
import org.eclipse.rdf4j.query.algebra.evaluation.util.ValueComparator;
import org.eclipse.rdf4j.query.algebra.helpers.TupleExprs;
import org.eclipse.rdf4j.query.impl.EmptyBindingSet;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates one query like RDF4J, within a {@link QueryBudget}:
 * <ul>
 * <li>for every row of every operator, and for every value of every expression, it checks whether the query has to end;
 * <li>it counts the rows that an operator keeps;
 * <li>it replaces or refuses functions that could run for years, or fill the memory, in one call.
 * </ul>
 *
 * <p>Used by the thread of the query.
 */
public final class BudgetStrategy extends DefaultEvaluationStrategy {
    private final QueryBudget budget;
    private final CheckedFunctions functions;

    /** The arguments are those of the base class. */
    public BudgetStrategy(
            QueryBudget budget,
            TripleSource source,
            @Nullable Dataset dataset,
            @Nullable FederatedServiceResolver services,
            EvaluationStatistics statistics) {
        super(source, dataset, services, 0, new CheckedStatistics(statistics, budget), false);
        this.budget = budget;
        this.functions = new CheckedFunctions(budget);
        setCollectionFactory(() -> new KeptCollections(budget));
    }

    @Override
    public QueryEvaluationStep precompile(TupleExpr expression, QueryEvaluationContext context) {
        QueryEvaluationStep step = super.precompile(expression, context);
        return expression instanceof StatementPattern // the source checks its rows
                ? step
                : bindings -> new QueryRows(step.evaluate(bindings), budget);
    }

    @Override
    public QueryValueEvaluationStep precompile(ValueExpr expression, QueryEvaluationContext context) {
        QueryValueEvaluationStep step = super.precompile(expression, context);
        QueryModelNode user = expression.getParentNode();
        if (user instanceof GroupConcat concat && concat.getSeparator() != expression) {
            ValueExpr between = concat.getSeparator();
            long separator = between == null
                    ? 1
                    : length(super.precompile(between, context).evaluate(EmptyBindingSet.getInstance()));
            return bindings -> {
                budget.check();
                Value value = step.evaluate(bindings);
                budget.keep(2 * (value == null ? 0 : value.stringValue().length() + separator));
                return value;
            };
        }
        boolean makes = expression instanceof FunctionCall || expression instanceof MathExpr;
        boolean reckons = CheckedNumbers.areUsedBy(user);
        if (step.isConstant() && !reckons) {
            return step;
        }
        return bindings -> {
            budget.check();
            Value value = step.evaluate(bindings);
            if (reckons && value != null) {
                CheckedNumbers.check(value);
            }
            if (makes) {
                budget.text(length(value));
            }
            return value;
        };
    }

    private static long length(@Nullable Value value) {
        return value instanceof Literal literal ? literal.getLabel().length() : 0;
    }

    @Override
    protected QueryValueEvaluationStep prepare(Regex node, QueryEvaluationContext context) {
        QueryValueEvaluationStep text = precompile(node.getArg(), context);
        QueryValueEvaluationStep pattern = precompile(node.getPatternArg(), context);
        ValueExpr flags = node.getFlagsArg();
        QueryValueEvaluationStep flag = flags == null ? null : precompile(flags, context);
        Expressions expressions = new Expressions(budget);
        return bindings -> BooleanLiteral.valueOf(expressions.find(
                text.evaluate(bindings), pattern.evaluate(bindings), flag == null ? null : flag.evaluate(bindings)));
    }

    @Override
    public QueryValueEvaluationStep prepare(FunctionCall node, QueryEvaluationContext context) {
        Function function = FunctionRegistry.getInstance().get(node.getURI()).orElse(null);
        if (function == null || function instanceof Now) {
            return super.prepare(node, context);
        }
        List<QueryValueEvaluationStep> arguments = node.getArgs().stream()
                .map(argument -> precompile(argument, context))
                .toList();
        return bindings -> {
            Value[] values = new Value[arguments.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = arguments.get(i).evaluate(bindings);
            }
            return functions.call(function, tripleSource, values);
        };
    }

    @Override
    protected QueryEvaluationStep prepare(Order node, QueryEvaluationContext context) {
        OrderComparator order = new OrderComparator(this, node, new ValueComparator(), context);
        boolean distinct = isReducedOrDistinct(node);
        long limit = getLimit(node);
        int values = node.getArg().getBindingNames().size();
        QueryEvaluationStep rows = precompile(node.getArg(), context);
        return bindings ->
                new SortedRows(rows.evaluate(bindings), order, limit, distinct, new KeptRows(budget, values));
    }

    @Override
    protected QueryEvaluationStep prepare(Join node, QueryEvaluationContext context) {
        TupleExpr right = node.getRightArg();
        boolean hashed = !(right instanceof Service)
                && (TupleExprs.isVariableScopeChange(right) || TupleExprs.containsSubquery(right));
        return hashed
                ? hashJoin(
                        node.getLeftArg(), right, false, HashJoinIteration.hashJoinAttributeNames(node), node, context)
                : super.prepare(node, context);
    }

    @Override
    protected QueryEvaluationStep prepare(LeftJoin node, QueryEvaluationContext context) {
        TupleExpr right = node.getRightArg();
        return TupleExprs.containsSubquery(right)
                ? hashJoin(
                        node.getLeftArg(), right, true, HashJoinIteration.hashJoinAttributeNames(node), node, context)
                : super.prepare(node, context);
    }

    private QueryEvaluationStep hashJoin(
            TupleExpr left,
            TupleExpr right,
            boolean optional,
            String[] attributes,
            TupleExpr node,
            QueryEvaluationContext context) {
        int values = node.getBindingNames().size();
        QueryEvaluationStep leftRows = precompile(left, context);
        QueryEvaluationStep rightRows = precompile(right, context);
        return bindings -> new HashJoinedRows(
                leftRows, rightRows, bindings, optional, attributes, context, new KeptRows(budget, values));
    }

    /** Counts the kept rows here, because the base class uses collections of its own. */
    @Override
    protected QueryEvaluationStep prepare(Group node, QueryEvaluationContext context) {
        return bindings -> new GroupIterator(
                this, node, bindings, 0, context, SimpleValueFactory.getInstance(), new KeptCollections(budget));
    }

    @Override
    protected QueryEvaluationStep prepare(Difference node, QueryEvaluationContext context) {
        QueryEvaluationStep left = precompile(node.getLeftArg(), context);
        QueryEvaluationStep right = precompile(node.getRightArg(), context);
        int values = 3 * node.getRightArg().getBindingNames().size(); // the base class also makes an index of them
        return bindings -> {
            KeptRows kept = new KeptRows(budget, values);
            QueryEvaluationStep counted = arguments -> QueryRows.kept(right.evaluate(arguments), budget, kept);
            return QueryRows.made(new MinusQueryEvaluationStep(left, counted).evaluate(bindings), budget, kept);
        };
    }
}
