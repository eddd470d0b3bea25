package dev.velella.diff.options;

/** What becomes of an input record that cannot be taken: option {@code on.error}. */
public enum ErrorPolicy {
    /** The app stops at it. */
    FAIL,
    /** It is left out, logged and counted. */
    SKIP,
    /** It goes to the dead-letter topic, and is counted. */
    DEAD_LETTER
}
