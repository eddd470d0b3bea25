package dev.velella.diff.options;

/** What to do with an element older than the last one of its stream, by event time: option {@code late}. */
public enum LatePolicy {
    /** It is left out and counted. */
    DROP,
    /** It is taken in the order of the topic. */
    KEEP,
    /** It goes to the topic of late elements, and is counted. */
    TOPIC
}
