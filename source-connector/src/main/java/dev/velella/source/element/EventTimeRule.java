package dev.velella.source.element;

import dev.velella.graph.ElementException;
import dev.velella.rdf.RdfGraph;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.XMLGregorianCalendar;
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
 * @param property predicate of that statement; its object is an xsd:dateTime, read as UTC if it has no time zone
 */
public record EventTimeRule(IRI property) {

    /**
     * The element's time in ms since 1970 (finer digits are cut off); null if the element has no time.
     *
     * @param graphName the element's graph name if it is a named graph, else null
     * @throws ElementException if the object is no xsd:dateTime, or if the element has two different times
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
     * @throws ElementException if an object is no xsd:dateTime
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

    private static long milliseconds(Value value) {
        if (value instanceof Literal literal
                && (literal.getCoreDatatype() == XSD.DATETIME || literal.getCoreDatatype() == XSD.DATETIMESTAMP)) {
            long common = DateTimeText.milliseconds(literal.getLabel());
            if (common != DateTimeText.OTHER) {
                return common;
            }
            try {
                XMLGregorianCalendar time = literal.calendarValue();
                if (time.getTimezone() == DatatypeConstants.FIELD_UNDEFINED) {
                    time.setTimezone(0);
                }
                return time.toGregorianCalendar().getTimeInMillis();
            } catch (IllegalArgumentException e) {
                throw noTime(value);
            }
        }
        throw noTime(value);
    }

    private static ElementException noTime(Value value) {
        return new ElementException("the element's time (temporal.property) is not an xsd:dateTime: " + value);
    }
}
