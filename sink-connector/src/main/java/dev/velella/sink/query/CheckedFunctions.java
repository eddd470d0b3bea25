package dev.velella.sink.query;

import dev.velella.shapes.CheckedNumbers;
import java.util.Set;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.vocabulary.FN;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.eclipse.rdf4j.query.algebra.evaluation.TripleSource;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.eclipse.rdf4j.query.algebra.evaluation.function.Function;

/**
 * Calls functions within the limits of a query. Without limits, some functions could need years or all memory for one
 * call: REPLACE, CONCAT, CONTAINS, STRBEFORE, STRAFTER and the casts. An object belongs to one query and is used by its
 * thread.
 */
final class CheckedFunctions {
    /** Maximum number of character comparisons in one call that searches a text. */
    private static final long MAX_COMPARISONS = 1L << 30;

    private static final String REPLACE = FN.REPLACE.stringValue();
    private static final String CONCAT = FN.CONCAT.stringValue();
    private static final Set<String> SEARCHES =
            Set.of(FN.CONTAINS.stringValue(), FN.SUBSTRING_BEFORE.stringValue(), FN.SUBSTRING_AFTER.stringValue());

    private final QueryBudget budget;
    private final Expressions expressions;

    CheckedFunctions(QueryBudget budget) {
        this.budget = budget;
        this.expressions = new Expressions(budget);
    }

    /** Calls a function with its arguments. */
    Value call(Function function, TripleSource source, Value[] arguments) {
        String name = function.getURI();
        if (name.equals(REPLACE) && arguments.length >= 3 && arguments.length <= 4) {
            return replace(source.getValueFactory(), arguments);
        }
        if (name.equals(CONCAT)) {
            long length = 0;
            for (Value argument : arguments) {
                length +=
                        argument instanceof Literal literal ? literal.getLabel().length() : 0;
            }
            budget.text(length);
        } else if (SEARCHES.contains(name) && arguments.length == 2) {
            checkSearch(arguments[0], arguments[1]);
        } else if (name.startsWith(XSD.NAMESPACE) && !name.equals(XSD.STRING.stringValue())) {
            for (Value argument : arguments) {
                CheckedNumbers.checkLength(argument);
            }
        }
        return function.evaluate(source, arguments);
    }

    private Value replace(ValueFactory values, Value[] arguments) {
        String replaced = expressions.replace(
                arguments[0], arguments[1], arguments[2], arguments.length == 4 ? arguments[3] : null);
        Literal text = (Literal) arguments[0];
        return text.getLanguage()
                .map(language -> values.createLiteral(replaced, language))
                .orElseGet(() -> values.createLiteral(replaced, text.getDatatype()));
    }

    private static void checkSearch(Value text, Value part) {
        if (text instanceof Literal longer
                && part instanceof Literal shorter
                && (long) longer.getLabel().length() * shorter.getLabel().length() > MAX_COMPARISONS) {
            throw new ValueExprEvaluationException("the texts are too long to search for one of them in the other");
        }
    }
}
