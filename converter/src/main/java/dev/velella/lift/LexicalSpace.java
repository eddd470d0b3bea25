package dev.velella.lift;

import dev.velella.rdf.ErrorText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Base64;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.base.CoreDatatype.XSD;
import org.eclipse.rdf4j.model.datatypes.XMLDatatypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * The texts that a datatype of XSD allows. A number that is written in another form and is exactly in the value space,
 * such as {@code 1e-05} for xsd:decimal, is written out in full. Other datatypes allow every text. Immutable.
 */
public final class LexicalSpace {
    private static final Pattern EXPONENT = Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d{1,9})?");
    private static final Pattern FLOATING =
            Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?|[+-]?INF|NaN");
    private static final Pattern HEX = Pattern.compile("([0-9a-fA-F]{2})*");
    private static final Pattern ZONE = Pattern.compile(".*(Z|[+-]\\d\\d:\\d\\d)");

    /** Longest number that is calculated with: the time for a longer one grows with the square of its length. */
    private static final int MOST_DIGITS = 400;

    /** Longest text of a datatype whose pattern is RDF4J's. */
    private static final int LONGEST = 100;

    private final @Nullable XSD datatype;

    /** Least and largest integer; null for none, and for datatypes of other values. */
    private final @Nullable BigInteger least;

    private final @Nullable BigInteger most;

    /** @param datatype of literals; one that is not of XSD allows every text */
    public LexicalSpace(CoreDatatype datatype) {
        this.datatype = datatype instanceof XSD xsd ? xsd : null;
        least = this.datatype == null ? null : least(this.datatype);
        most = this.datatype == null ? null : most(this.datatype);
    }

    private static @Nullable BigInteger least(XSD integers) {
        return switch (integers) {
            case BYTE -> BigInteger.valueOf(Byte.MIN_VALUE);
            case SHORT -> BigInteger.valueOf(Short.MIN_VALUE);
            case INT -> BigInteger.valueOf(Integer.MIN_VALUE);
            case LONG -> BigInteger.valueOf(Long.MIN_VALUE);
            case NON_NEGATIVE_INTEGER, UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT, UNSIGNED_LONG -> BigInteger.ZERO;
            case POSITIVE_INTEGER -> BigInteger.ONE;
            default -> null;
        };
    }

    private static @Nullable BigInteger most(XSD integers) {
        return switch (integers) {
            case BYTE -> BigInteger.valueOf(Byte.MAX_VALUE);
            case SHORT -> BigInteger.valueOf(Short.MAX_VALUE);
            case INT -> BigInteger.valueOf(Integer.MAX_VALUE);
            case LONG -> BigInteger.valueOf(Long.MAX_VALUE);
            case UNSIGNED_BYTE -> BigInteger.valueOf((1 << 8) - 1);
            case UNSIGNED_SHORT -> BigInteger.valueOf((1 << 16) - 1);
            case UNSIGNED_INT -> BigInteger.valueOf((1L << 32) - 1);
            case UNSIGNED_LONG -> BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
            case NON_POSITIVE_INTEGER -> BigInteger.ZERO;
            case NEGATIVE_INTEGER -> BigInteger.ONE.negate();
            default -> null;
        };
    }

    /**
     * The text of a literal of this datatype: the same text, or its number written out in full.
     *
     * @throws IllegalArgumentException if the datatype has no such literal
     */
    public String checked(String text) {
        if (datatype == null) {
            return text;
        }
        boolean fits =
                switch (datatype) {
                    case DECIMAL -> isDecimal(text, true);
                    case INTEGER,
                            BYTE,
                            SHORT,
                            INT,
                            LONG,
                            UNSIGNED_BYTE,
                            UNSIGNED_SHORT,
                            UNSIGNED_INT,
                            UNSIGNED_LONG,
                            NON_NEGATIVE_INTEGER,
                            POSITIVE_INTEGER,
                            NON_POSITIVE_INTEGER,
                            NEGATIVE_INTEGER ->
                        isDecimal(text, false)
                                && ((least == null && most == null)
                                        || (text.length() <= MOST_DIGITS && isInRange(new BigInteger(text))));
                    case DOUBLE, FLOAT -> FLOATING.matcher(text).matches();
                    case BOOLEAN -> text.equals("true") || text.equals("false") || text.equals("1") || text.equals("0");
                    case DATETIME -> DateTimeText.milliseconds(text) != DateTimeText.NONE;
                    case DATETIMESTAMP ->
                        DateTimeText.milliseconds(text) != DateTimeText.NONE
                                && ZONE.matcher(text).matches();
                    case DATE,
                            TIME,
                            GYEAR,
                            GYEARMONTH,
                            GMONTH,
                            GMONTHDAY,
                            GDAY,
                            DURATION,
                            DAYTIMEDURATION,
                            YEARMONTHDURATION,
                            LANGUAGE ->
                        text.length() <= LONGEST
                                && text.equals(text.strip())
                                && XMLDatatypeUtil.isValidValue(text, datatype);
                    case HEXBINARY -> HEX.matcher(text).matches();
                    case BASE64BINARY -> isBase64(text);
                    default -> true; // texts, and the IRIs of xsd:anyURI, which XSD 1.1 does not restrict
                };
        return fits ? text : writtenOut(text);
    }

    /** Whether a text is digits with a sign, and perhaps with a point among or around them. */
    private static boolean isDecimal(String text, boolean mayHavePoint) {
        int at = !text.isEmpty() && (text.charAt(0) == '-' || text.charAt(0) == '+') ? 1 : 0;
        int digits = 0;
        boolean point = !mayHavePoint;
        for (; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c >= '0' && c <= '9') {
                digits++;
            } else if (c == '.' && !point) {
                point = true;
            } else {
                return false;
            }
        }
        return digits > 0;
    }

    private boolean isInRange(BigInteger value) {
        return (least == null || value.compareTo(least) >= 0) && (most == null || value.compareTo(most) <= 0);
    }

    private static boolean isBase64(String text) {
        try {
            return text.length() % 4 == 0 && Base64.getDecoder().decode(text) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private String writtenOut(String text) {
        boolean isNumber = datatype == XSD.DECIMAL || isInteger();
        if (isNumber && text.length() <= MOST_DIGITS && EXPONENT.matcher(text).matches()) {
            BigDecimal value = new BigDecimal(text);
            if (Math.abs((long) value.scale()) <= MOST_DIGITS) {
                if (datatype == XSD.DECIMAL) {
                    return value.toPlainString();
                } else if (value.stripTrailingZeros().scale() <= 0 && isInRange(value.toBigInteger())) {
                    return value.toBigInteger().toString();
                }
            }
        }
        throw new IllegalArgumentException("\"" + ErrorText.name(text) + "\" is no xsd:"
                + String.valueOf(datatype == null ? null : datatype.getIri().getLocalName()));
    }

    private boolean isInteger() {
        return datatype == XSD.INTEGER || least != null || most != null;
    }
}
