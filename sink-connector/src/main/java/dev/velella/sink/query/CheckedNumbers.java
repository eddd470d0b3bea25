package dev.velella.sink.query;

import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;

/**
 * Decides which literals may be used in calculations. Some literals would take too long: Java needs quadratic time to
 * read a long number, writes a decimal with an exponent out in full, and adds a duration to a date month by month. Such
 * a literal is an error of its expression, like a text that is no number. Stateless.
 */
final class CheckedNumbers {
    /** Maximum length of a number, date or time, in characters. */
    static final int MAX_LENGTH = 4_096;

    /** Maximum number of consecutive digits in a duration; ten million days are 27,000 years. */
    private static final int DURATION_DIGITS = 7;

    private CheckedNumbers() {}

    /** @throws ValueExprEvaluationException if a value is a number, date or duration that takes too long */
    static void check(Value value) {
        if (!(value instanceof Literal literal)
                || !(literal.getCoreDatatype() instanceof CoreDatatype.XSD type)
                || type == CoreDatatype.XSD.STRING) {
            return;
        }
        checkLength(literal);
        String label = literal.getLabel();
        boolean exponent = label.indexOf('e') >= 0 || label.indexOf('E') >= 0;
        boolean ofFloat = type == CoreDatatype.XSD.DOUBLE || type == CoreDatatype.XSD.FLOAT;
        if (exponent && !ofFloat && type.isNumericDatatype()) {
            throw new ValueExprEvaluationException("not in the form of " + type + ": " + label);
        }
        if (type.isDurationDatatype() && longestNumber(label) > DURATION_DIGITS) {
            throw new ValueExprEvaluationException("too long a duration: " + label);
        }
    }

    /** Checks the length of a text that will be converted to a number, date or time. */
    static void checkLength(Value value) {
        if (value instanceof Literal literal && literal.getLabel().length() > MAX_LENGTH) {
            throw new ValueExprEvaluationException("a number, date or time of more than " + MAX_LENGTH + " characters");
        }
    }

    private static int longestNumber(String label) {
        int longest = 0;
        int length = 0;
        for (int i = 0; i < label.length(); i++) {
            length = Character.isDigit(label.charAt(i)) ? length + 1 : 0;
            longest = Math.max(longest, length);
        }
        return longest;
    }
}
