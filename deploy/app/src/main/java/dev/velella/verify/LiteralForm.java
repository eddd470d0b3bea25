package dev.velella.verify;

import java.math.BigDecimal;
import java.util.Optional;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.datatypes.XMLDatatypeUtil;

/**
 * How a literal that a store returns differs from the literal that was written. Stores that keep literals by value return them with
 * another spelling, or with the type from which theirs is derived; where their numbers are shorter, also with another value.
 */
public enum LiteralForm {
    /** The same value in another spelling or type. */
    SAME_VALUE,
    /** The nearest value that the store's numbers can hold: digits are lost, or the value was beyond them. */
    NEAREST_VALUE,
    /** Something else. */
    OTHER;

    /**
     * Compares two literals of one subject, predicate and graph.
     *
     * @param written as the stream has it
     * @param stored as the store gives it
     */
    public static LiteralForm of(Literal written, Literal stored) {
        if (!(written.getCoreDatatype() instanceof CoreDatatype.XSD from)
                || !(stored.getCoreDatatype() instanceof CoreDatatype.XSD to)
                || kind(from) != kind(to)) {
            return OTHER;
        }
        try {
            return compare(from, written, stored);
        } catch (IllegalArgumentException e) {
            return OTHER; // no value of its type
        }
    }

    /** The type from which a type is derived, or itself. */
    private static CoreDatatype.XSD kind(CoreDatatype.XSD type) {
        if (type.isIntegerDatatype()) {
            return CoreDatatype.XSD.INTEGER;
        }
        return switch (type) {
            case DATETIMESTAMP -> CoreDatatype.XSD.DATETIME;
            case DAYTIMEDURATION, YEARMONTHDURATION -> CoreDatatype.XSD.DURATION;
            default -> type;
        };
    }

    private static LiteralForm compare(CoreDatatype.XSD type, Literal written, Literal stored) {
        String from = XMLDatatypeUtil.collapseWhiteSpace(written.getLabel());
        String to = XMLDatatypeUtil.collapseWhiteSpace(stored.getLabel());
        if (type == CoreDatatype.XSD.BOOLEAN) {
            return same(XMLDatatypeUtil.parseBoolean(from) == XMLDatatypeUtil.parseBoolean(to));
        }
        if (type == CoreDatatype.XSD.DOUBLE) {
            return numbers(
                    from, to, Double.compare(XMLDatatypeUtil.parseDouble(from), XMLDatatypeUtil.parseDouble(to)) == 0);
        }
        if (type == CoreDatatype.XSD.FLOAT) {
            return numbers(
                    from, to, Float.compare(XMLDatatypeUtil.parseFloat(from), XMLDatatypeUtil.parseFloat(to)) == 0);
        }
        if (type.isNumericDatatype()) {
            return same(new BigDecimal(from).compareTo(new BigDecimal(to)) == 0);
        }
        if (type.isCalendarDatatype()) {
            return same(calendar(from, to));
        }
        if (type.isDurationDatatype()) {
            Duration one = XMLDatatypeUtil.parseDuration(from);
            return same(one.compare(XMLDatatypeUtil.parseDuration(to)) == DatatypeConstants.EQUAL);
        }
        return OTHER;
    }

    private static LiteralForm same(boolean isSame) {
        return isSame ? SAME_VALUE : OTHER;
    }

    private static LiteralForm numbers(String from, String to, boolean isNearest) {
        if (!isNearest) {
            return OTHER;
        }
        Optional<BigDecimal> exactly = finite(from);
        Optional<BigDecimal> there = finite(to);
        boolean isSame = exactly.isPresent() == there.isPresent()
                && (exactly.isEmpty() || exactly.get().compareTo(there.orElseThrow()) == 0);
        return isSame ? SAME_VALUE : NEAREST_VALUE;
    }

    private static Optional<BigDecimal> finite(String number) {
        return number.endsWith("F") || number.endsWith("N") // INF, -INF, NaN
                ? Optional.empty()
                : Optional.of(new BigDecimal(number));
    }

    /** Whether two times are the same moment, in the same zone. */
    private static boolean calendar(String from, String to) {
        XMLGregorianCalendar one = XMLDatatypeUtil.parseCalendar(from);
        XMLGregorianCalendar other = XMLDatatypeUtil.parseCalendar(to);
        return one.getTimezone() == other.getTimezone() && one.compare(other) == DatatypeConstants.EQUAL;
    }
}
