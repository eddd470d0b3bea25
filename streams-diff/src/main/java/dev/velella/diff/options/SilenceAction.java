package dev.velella.diff.options;

/** How the app handles the graph of a silent stream: option {@code stream.ttl.action}. */
public enum SilenceAction {
    /** A patch deletes the graph. If the stream comes back, its chain of patches continues. */
    DELETE,
    /**
     * A patch adds one statement to the graph, which says since when the stream is silent. The next element removes the
     * statement.
     */
    MARK
}
