package dev.velella.diff.options;

/** How the blank nodes of consecutive elements are compared, option {@code blank.nodes}. */
public enum BlankNodePolicy {
    /** By what stands around them; they have stable ids of their stream. */
    MATCH,
    /** By their labels as they are. */
    KEEP
}
