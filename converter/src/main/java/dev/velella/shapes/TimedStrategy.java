package dev.velella.shapes;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.BooleanLiteral;
import org.eclipse.rdf4j.model.vocabulary.FN;
import org.eclipse.rdf4j.query.Dataset;
import org.eclipse.rdf4j.query.algebra.FunctionCall;
import org.eclipse.rdf4j.query.algebra.Regex;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryValueEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.TripleSource;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.eclipse.rdf4j.query.algebra.evaluation.function.string.Replace;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.DefaultEvaluationStrategy;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.EvaluationStatistics;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.QueryEvaluationContext;
import org.eclipse.rdf4j.query.algebra.evaluation.util.QueryEvaluationUtility;
import org.jspecify.annotations.Nullable;

/** Evaluates a query like RDF4J, but a clock ends regular expressions, and {@link CheckedNumbers} what calculates too long. Not thread-safe. */
public class TimedStrategy extends DefaultEvaluationStrategy {
    private static final int MOST_PATTERNS = 100;

    private final Runnable clock;

    /** @param clock called for each character that an expression reads; may throw to end the search */
    protected TimedStrategy(TripleSource source, @Nullable Dataset dataset, Runnable clock) {
        super(source, dataset, null, 0, new EvaluationStatistics());
        this.clock = clock;
    }

    @Override
    public QueryValueEvaluationStep precompile(ValueExpr expression, QueryEvaluationContext context) {
        QueryValueEvaluationStep step = super.precompile(expression, context);
        if (!CheckedNumbers.areUsedBy(expression.getParentNode())) {
            return step;
        }
        return bindings -> {
            Value value = step.evaluate(bindings);
            if (value != null) {
                CheckedNumbers.check(value);
            }
            return value;
        };
    }

    @Override
    protected QueryValueEvaluationStep prepare(Regex node, QueryEvaluationContext context) {
        QueryValueEvaluationStep text = precompile(node.getArg(), context);
        QueryValueEvaluationStep pattern = precompile(node.getPatternArg(), context);
        ValueExpr flagsArg = node.getFlagsArg();
        QueryValueEvaluationStep flags = flagsArg == null ? null : precompile(flagsArg, context);
        Map<String, TimedPattern> compiled = new HashMap<>();
        return bindings -> {
            Value given = text.evaluate(bindings);
            Value expression = pattern.evaluate(bindings);
            Value option = flags == null ? null : flags.evaluate(bindings);
            if (!QueryEvaluationUtility.isStringLiteral(given)
                    || !QueryEvaluationUtility.isSimpleLiteral(expression)
                    || (option != null && !QueryEvaluationUtility.isSimpleLiteral(option))) {
                throw new ValueExprEvaluationException("REGEX needs texts");
            }
            String options = option == null ? "" : option.stringValue();
            if (compiled.size() > MOST_PATTERNS) {
                compiled.clear();
            }
            TimedPattern known = compiled.computeIfAbsent(
                    options + '/' + expression.stringValue(), none -> compiled(expression.stringValue(), options));
            return BooleanLiteral.valueOf(known.finds(given.stringValue(), clock));
        };
    }

    /** REPLACE searches twice: once with the clock, then as RDF4J does. */
    @Override
    public QueryValueEvaluationStep prepare(FunctionCall node, QueryEvaluationContext context) {
        if (!FN.REPLACE.stringValue().equals(node.getURI()) || node.getArgs().size() < 3) {
            return super.prepare(node, context);
        }
        List<QueryValueEvaluationStep> args =
                node.getArgs().stream().map(each -> precompile(each, context)).toList();
        Replace replace = new Replace();
        return bindings -> {
            Value[] values = args.stream().map(each -> each.evaluate(bindings)).toArray(Value[]::new);
            compiled(values[1].stringValue(), values.length > 3 ? values[3].stringValue() : "")
                    .findsAll(values[0].stringValue(), clock);
            return replace.evaluate(tripleSource.getValueFactory(), values);
        };
    }

    private static TimedPattern compiled(String expression, String flags) {
        try {
            return new TimedPattern(expression, flags);
        } catch (IllegalArgumentException e) {
            throw new ValueExprEvaluationException(e);
        }
    }
}
