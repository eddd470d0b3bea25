package dev.velella.diff.options;

/** How the blank nodes of consecutive elements are compared, option {@code blank.nodes}. */
public enum BlankNodePolicy {
    /** Blank nodes are compared by their surroundings, and have stable ids within their stream. */
    MATCH,
    /** Blank nodes are compared by their labels. */
    KEEP
}
