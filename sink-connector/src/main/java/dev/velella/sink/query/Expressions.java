package dev.velella.sink.query;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.eclipse.rdf4j.query.algebra.evaluation.util.QueryEvaluationUtility;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the regular expressions of a query by the rules of RDF4J, but ends them together with the query. The last
 * compiled expression is cached.
 */
final class Expressions {
    /** Maximum number of characters that may replace one match. */
    private static final long MAX_REPLACEMENT = 8L << 20;

    private final QueryBudget budget;
    private @Nullable String text;
    private @Nullable String flags;
    private @Nullable Pattern compiled;

    Expressions(QueryBudget budget) {
        this.budget = budget;
    }

    /** Whether a part of a text matches a pattern, like REGEX. */
    boolean find(Value input, Value pattern, @Nullable Value flags) {
        return matcher(input, pattern, flags).find();
    }

    /** Replaces every part of a text that matches a pattern, like REPLACE. */
    String replace(Value input, Value pattern, Value replacement, @Nullable Value flags) {
        Matcher matcher = matcher(input, pattern, flags);
        String by = simple(replacement);
        long groups = by.chars().filter(c -> c == '$').count();
        int length = label(input).length();
        if (by.length() + groups * length > MAX_REPLACEMENT) {
            budget.text(Long.MAX_VALUE / 4);
        }
        StringBuilder replaced = new StringBuilder();
        try {
            while (matcher.find()) {
                budget.check();
                matcher.appendReplacement(replaced, by);
                limit(replaced);
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) { // a group that does not exist
            throw new ValueExprEvaluationException(e);
        }
        matcher.appendTail(replaced);
        limit(replaced);
        return replaced.toString();
    }

    private void limit(StringBuilder replaced) {
        if (replaced.length() > QueryBudget.MAX_TEXT) {
            budget.text(replaced.length());
        }
    }

    private Matcher matcher(Value input, Value pattern, @Nullable Value flags) {
        if (!QueryEvaluationUtility.isStringLiteral(input)) {
            throw new ValueExprEvaluationException("no text: " + input.getClass());
        }
        return compiled(simple(pattern), flags == null ? "" : simple(flags))
                .matcher(new CheckedText(label(input), budget));
    }

    private static String simple(Value value) {
        if (!QueryEvaluationUtility.isSimpleLiteral(value)) {
            throw new ValueExprEvaluationException("no simple literal");
        }
        return label(value);
    }

    private static String label(Value literal) {
        return ((Literal) literal).getLabel();
    }

    private Pattern compiled(String wanted, String wantedFlags) {
        Pattern known = compiled;
        if (known == null || !wanted.equals(text) || !Objects.equals(wantedFlags, flags)) {
            try {
                known = Pattern.compile(wanted, bits(wantedFlags));
            } catch (PatternSyntaxException e) {
                throw new ValueExprEvaluationException(e);
            }
            text = wanted;
            flags = wantedFlags;
            compiled = known;
        }
        return known;
    }

    private static int bits(String flags) {
        int bits = 0;
        for (int i = 0; i < flags.length(); i++) {
            bits |= switch (flags.charAt(i)) {
                case 's' -> Pattern.DOTALL;
                case 'm' -> Pattern.MULTILINE;
                case 'i' -> Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
                case 'x' -> Pattern.COMMENTS;
                case 'd' -> Pattern.UNIX_LINES;
                case 'u' -> Pattern.UNICODE_CASE;
                case 'q' -> Pattern.LITERAL;
                default -> throw new ValueExprEvaluationException(flags);
            };
        }
        return bits;
    }
}
