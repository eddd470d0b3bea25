package dev.velella.view.definition;

import java.util.Locale;

/** What the values of a column become. A value that does not fit the type of its column is a failure, never a guess. */
public enum ColumnType {
    /** The label of a literal, the text of an IRI. Java: {@link String}. */
    STRING,
    /** A number. Java: {@link Double}. */
    DOUBLE,
    /** A whole number. Java: {@link Long}. */
    LONG,
    /** Java: {@link Boolean}. */
    BOOLEAN,
    /** An xsd:dateTime with a time zone, in ms since 1970. Java: {@link Long}. */
    TIMESTAMP;

    /** The name as definitions write it. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
