package dev.velella.lift;

/** The forms in which the values of a topic hold their rows. */
public enum Envelope {
    /** The value is the row. */
    NONE,
    /** The value is a change event of Debezium, or its row alone with {@code __deleted}. */
    DEBEZIUM
}
