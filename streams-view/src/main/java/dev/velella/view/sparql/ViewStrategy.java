package dev.velella.view.sparql;

import dev.velella.view.data.AskedData;
import dev.velella.view.data.TimedText;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.BooleanLiteral;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.Dataset;
import org.eclipse.rdf4j.query.algebra.Regex;
import org.eclipse.rdf4j.query.algebra.StatementPattern;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryValueEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.DefaultEvaluationStrategy;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.EvaluationStatistics;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.QueryEvaluationContext;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.evaluationsteps.StatementPatternQueryEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.util.QueryEvaluationUtility;
import org.jspecify.annotations.Nullable;

/** Evaluates a query like RDF4J, with the time of an event as {@code NOW()}. Not thread-safe. */
final class ViewStrategy extends DefaultEvaluationStrategy {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private static final int MOST_PATTERNS = 100;

    private final AskedData data;
    private Literal now = VALUES.createLiteral(Instant.EPOCH.atOffset(ZoneOffset.UTC));

    ViewStrategy(AskedData source, @Nullable Dataset dataset) {
        super(source, dataset, null, 0, new EvaluationStatistics());
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

    /** As RDF4J does, but the time of the evaluation ends the search too. */
    @Override
    protected QueryValueEvaluationStep prepare(Regex node, QueryEvaluationContext context) {
        QueryValueEvaluationStep text = precompile(node.getArg(), context);
        QueryValueEvaluationStep pattern = precompile(node.getPatternArg(), context);
        ValueExpr flagsArg = node.getFlagsArg();
        QueryValueEvaluationStep flags = flagsArg == null ? null : precompile(flagsArg, context);
        Map<String, Pattern> compiled = new HashMap<>();
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
            Pattern known = compiled.computeIfAbsent(
                    options + '/' + expression.stringValue(), none -> compiled(expression.stringValue(), options));
            return BooleanLiteral.valueOf(
                    known.matcher(new TimedText(given.stringValue(), data)).find());
        };
    }

    private static Pattern compiled(String expression, String options) {
        int flags = 0;
        for (int i = 0; i < options.length(); i++) {
            char each = options.charAt(i);
            flags |= switch (each) {
                case 's' -> Pattern.DOTALL;
                case 'm' -> Pattern.MULTILINE;
                case 'i' -> Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
                case 'x' -> Pattern.COMMENTS;
                case 'd' -> Pattern.UNIX_LINES;
                case 'u' -> Pattern.UNICODE_CASE;
                case 'q' -> Pattern.LITERAL;
                default -> throw new ValueExprEvaluationException("REGEX does not know the flag " + each);
            };
        }
        try {
            return Pattern.compile(expression, flags);
        } catch (PatternSyntaxException e) {
            throw new ValueExprEvaluationException(e);
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
