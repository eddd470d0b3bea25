package dev.velella.graph;

/** Where the statements of a stream end up: option {@code graph.policy}. */
public enum GraphPolicy {
    /** Each stream in a graph of its own, named by the template. */
    PER_STREAM,
    /** In the graphs that the elements name. */
    KEEP,
    /** All streams in one graph; streams that assert the same triple there take it away from each other. */
    FIXED
}
