package dev.velella.view.sparql;

import dev.velella.view.definition.ColumnType;
import java.time.DateTimeException;
import java.time.Instant;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;

/** What an RDF term becomes in a row. */
final class ColumnValues {
    private ColumnValues() {}

    /** @throws IllegalArgumentException if the term is no value of the type */
    static Object of(ColumnType type, Value value) {
        if (type == ColumnType.STRING) {
            return value instanceof Literal literal
                    ? literal.getLabel()
                    : value.isBNode() ? value.toString() : value.stringValue();
        }
        if (!(value instanceof Literal literal)) {
            throw new IllegalArgumentException("no literal");
        }
        CoreDatatype datatype = literal.getCoreDatatype();
        boolean isNumber =
                datatype.isXSDDatatype() && datatype.asXSDDatatypeOrNull().isNumericDatatype();
        return switch (type) {
            case STRING -> literal.getLabel();
            case DOUBLE -> finite(isNumber, literal);
            case LONG -> whole(isNumber, literal);
            case BOOLEAN -> truth(datatype, literal);
            case TIMESTAMP -> moment(datatype, literal);
        };
    }

    private static Double finite(boolean isNumber, Literal literal) {
        double number = isNumber ? literal.doubleValue() : Double.NaN;
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException("no finite number");
        }
        return number;
    }

    private static Long whole(boolean isNumber, Literal literal) {
        if (!isNumber) {
            throw new IllegalArgumentException("no number");
        }
        try {
            return literal.decimalValue().longValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("no whole number of 64 bits", e);
        }
    }

    private static Boolean truth(CoreDatatype datatype, Literal literal) {
        if (datatype != CoreDatatype.XSD.BOOLEAN) {
            throw new IllegalArgumentException("no boolean");
        }
        return literal.booleanValue();
    }

    private static Long moment(CoreDatatype datatype, Literal literal) {
        if (datatype != CoreDatatype.XSD.DATETIME && datatype != CoreDatatype.XSD.DATETIMESTAMP) {
            throw new IllegalArgumentException("no dateTime");
        }
        try {
            return Instant.from(literal.temporalAccessorValue()).toEpochMilli();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("no dateTime with a time zone", e);
        }
    }
}
