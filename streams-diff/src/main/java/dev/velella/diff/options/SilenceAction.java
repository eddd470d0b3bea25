package dev.velella.diff.options;

/** What becomes of the graph of a silent stream: option {@code stream.ttl.action}. */
public enum SilenceAction {
    /** A patch deletes it. The stream's chain goes on if it comes back. */
    DELETE,
    /** A patch adds one statement to it that says since when the stream is silent; the next element takes it away. */
    MARK
}
