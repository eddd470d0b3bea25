package dev.velella.lift;

/** What stands around the row in the values of a topic. */
public enum Envelope {
    /** Nothing: the value is the row. */
    NONE,
    /** A change event of Debezium, or its row alone with {@code __deleted}. */
    DEBEZIUM
}
