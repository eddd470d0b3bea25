package dev.velella.lift;

import org.eclipse.rdf4j.model.base.CoreDatatype;

/** The kinds of values that a hole may find, and the datatype of a literal of each. */
enum ValueKind {
    TEXT(CoreDatatype.XSD.STRING, "a text"),
    INTEGER(CoreDatatype.XSD.INTEGER, "an integer"),
    DECIMAL(CoreDatatype.XSD.DECIMAL, "a decimal number"),
    DOUBLE(CoreDatatype.XSD.DOUBLE, "a floating-point number"),
    FLOAT(CoreDatatype.XSD.FLOAT, "a floating-point number"),
    BOOLEAN(CoreDatatype.XSD.BOOLEAN, "a truth value"),
    DATE(CoreDatatype.XSD.DATE, "a date"),
    TIME(CoreDatatype.XSD.TIME, "a time of day"),
    DATE_TIME(CoreDatatype.XSD.DATETIME, "a time"),
    DURATION(CoreDatatype.XSD.DURATION, "a duration"),
    YEAR(CoreDatatype.XSD.GYEAR, "a year"),
    /** The text of the value is Base64. */
    BYTES(CoreDatatype.XSD.BASE64BINARY, "bytes"),
    OBJECT(CoreDatatype.XSD.STRING, "an object"),
    ARRAY(CoreDatatype.XSD.STRING, "an array");

    private final CoreDatatype.XSD datatype;
    private final String words;

    ValueKind(CoreDatatype.XSD datatype, String words) {
        this.datatype = datatype;
        this.words = words;
    }

    /** The datatype of a literal that is this value. An object or array becomes none. */
    CoreDatatype datatype() {
        return datatype;
    }

    /** Whether a hole can carry such a value. */
    boolean isScalar() {
        return this != OBJECT && this != ARRAY;
    }

    /** The kind in the words of a message. */
    @Override
    public String toString() {
        return words;
    }
}
