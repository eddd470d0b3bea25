package dev.velella.edge;

/** What frames hold. The receiver makes the same graphs of both. */
public enum EdgeForm {
    /** Every graph whole; what it has in common with earlier ones takes a byte or two a term. */
    GRAPHS,
    /**
     * What is deleted and added from graph to graph; in a key frame all of the graph, added to nothing. Blank nodes should
     * keep their labels from graph to graph. Namespace declarations are not sent.
     */
    CHANGES
}
