package dev.velella.graph;

/** Decides which graph receives the statements of a stream: option {@code graph.policy}. */
public enum GraphPolicy {
    /** Each stream has a graph of its own, named by the template. */
    PER_STREAM,
    /** The statements stay in the graphs that the elements name. */
    KEEP,
    /**
     * All streams have one graph. If two streams assert the same triple there, one stream can delete the triple of the
     * other.
     */
    FIXED
}
