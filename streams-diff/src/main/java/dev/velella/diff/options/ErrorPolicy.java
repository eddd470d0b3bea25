package dev.velella.diff.options;

/** How the app handles an input record that cannot be taken: option {@code on.error}. */
public enum ErrorPolicy {
    /** The app stops at the record. */
    FAIL,
    /** The record is left out, logged and counted. */
    SKIP,
    /** The record goes to the dead-letter topic and is counted. */
    DEAD_LETTER
}
