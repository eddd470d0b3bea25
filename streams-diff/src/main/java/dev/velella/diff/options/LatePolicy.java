package dev.velella.diff.options;

/** How the app handles an element whose event time is before the last element of its stream: option {@code late}. */
public enum LatePolicy {
    /** The element is left out and counted. */
    DROP,
    /** The element is taken, in the order of the topic. */
    KEEP,
    /** The element goes to the topic of late elements and is counted. */
    TOPIC
}
