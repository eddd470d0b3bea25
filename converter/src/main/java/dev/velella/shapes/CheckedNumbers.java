package dev.velella.shapes;

import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.query.algebra.AbstractAggregateOperator;
import org.eclipse.rdf4j.query.algebra.Compare;
import org.eclipse.rdf4j.query.algebra.CompareSubQueryValueOperator;
import org.eclipse.rdf4j.query.algebra.FunctionCall;
import org.eclipse.rdf4j.query.algebra.ListMemberOperator;
import org.eclipse.rdf4j.query.algebra.MathExpr;
import org.eclipse.rdf4j.query.algebra.OrderElem;
import org.eclipse.rdf4j.query.algebra.QueryModelNode;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.jspecify.annotations.Nullable;

/**
 * Decides which literals may be used in calculations. Some literals would take too long: Java needs quadratic time to
 * read a long number, writes a decimal with an exponent out in full, and adds a duration to a date month by month. Such
 * a literal is an error of its expression, like a text that is no number. Stateless.
 */
public final class CheckedNumbers {
    /** Maximum length of a number, date or time, in characters. */
    private static final int MAX_LENGTH = 4_096;

    /** Maximum number of consecutive digits in a duration; ten million days are 27,000 years. */
    private static final int DURATION_DIGITS = 7;

    private CheckedNumbers() {}

    /** Whether a part of a query calculates with the values that it is given, or compares them. */
    public static boolean areUsedBy(@Nullable QueryModelNode part) {
        return part instanceof MathExpr
                || part instanceof Compare
                || part instanceof CompareSubQueryValueOperator
                || part instanceof ListMemberOperator
                || part instanceof FunctionCall
                || part instanceof AbstractAggregateOperator
                || part instanceof OrderElem;
    }

    /**
     * Checks a value that a part of a query uses.
     *
     * @throws ValueExprEvaluationException if it is a number, date or duration that takes too long
     */
    public static void check(Value value) {
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
    public static void checkLength(Value value) {
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
