package dev.velella.source.element;

import dev.velella.graph.ElementException;
import dev.velella.lift.DateTimeText;
import dev.velella.rdf.ErrorText;
import dev.velella.rdf.RdfGraph;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype.XSD;
import org.jspecify.annotations.Nullable;

/**
 * Reads the time of a named-graph element from the default-graph statement about the graph name (RDF-STaX timestamped
 * named graphs). Immutable.
 *
 * @param property predicate of that statement
 * @param format form of its object
 */
public record EventTimeRule(IRI property, Format format) {
    /** How a time is written. */
    public enum Format {
        /** As an xsd:dateTime, which is in UTC if it has no time zone. */
        DATE_TIME,

        /** As a number of seconds since 1970, which may have a fraction. */
        EPOCH_SECONDS,

        /** As a number of milliseconds since 1970. */
        EPOCH_MILLISECONDS
    }

    private static final int MOST_DIGITS = 30;

    /**
     * The element's time in ms since 1970 (finer digits are cut off); null if the element has no time.
     *
     * @param graphName the element's graph name if it is a named graph, else null
     * @throws ElementException if the object has another form, or if the element has two different times
     */
    public @Nullable Long timeOf(RdfGraph element, @Nullable Resource graphName) {
        if (graphName == null) {
            return null;
        }
        Value found = null;
        for (Statement statement : element.defaultGraph()) {
            if (isTimeOf(statement, graphName)) {
                if (found != null && !found.equals(statement.getObject())) {
                    throw new ElementException("the element has more than one time (temporal.property): " + found
                            + " and " + statement.getObject());
                }
                found = statement.getObject();
            }
        }
        return found == null ? null : milliseconds(found);
    }

    /**
     * The latest value of the property in an element, for any subject; null if the element has no such statement.
     *
     * @throws ElementException if an object has another form
     */
    public @Nullable Long latestTimeIn(RdfGraph element) {
        Long latest = null;
        for (Statement statement : element.statements()) {
            if (statement.getPredicate().equals(property)) {
                long time = milliseconds(statement.getObject());
                latest = latest == null ? time : Math.max(latest, time);
            }
        }
        return latest;
    }

    private boolean isTimeOf(Statement statement, Resource graphName) {
        return statement.getPredicate().equals(property)
                && statement.getSubject().equals(graphName);
    }

    private long milliseconds(Value value) {
        long time = DateTimeText.NONE;
        if (value instanceof Literal literal && literal.getCoreDatatype() instanceof XSD datatype) {
            if (format != Format.DATE_TIME) {
                time = datatype.isNumericDatatype() ? sinceEpoch(literal.getLabel()) : DateTimeText.NONE;
            } else if (datatype == XSD.DATETIME || datatype == XSD.DATETIMESTAMP) {
                time = DateTimeText.milliseconds(literal.getLabel());
            }
        }
        if (time == DateTimeText.NONE) {
            throw new ElementException("the element's time (temporal.property) is not "
                    + (format == Format.DATE_TIME
                            ? "an xsd:dateTime"
                            : "a number of " + (format == Format.EPOCH_SECONDS ? "seconds" : "milliseconds"))
                    + ": " + ErrorText.name(value) + " (temporal.format)");
        }
        return time;
    }

    private long sinceEpoch(String number) {
        try {
            BigDecimal count = number.length() > MOST_DIGITS ? null : new BigDecimal(number);
            if (count == null || Math.abs((long) count.scale()) > MOST_DIGITS) {
                return DateTimeText.NONE;
            }
            return count.movePointRight(format == Format.EPOCH_SECONDS ? 3 : 0)
                    .setScale(0, RoundingMode.FLOOR)
                    .longValueExact();
        } catch (NumberFormatException | ArithmeticException e) {
            return DateTimeText.NONE; // no number, or beyond a long
        }
    }
}
