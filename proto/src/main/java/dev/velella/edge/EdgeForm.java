package dev.velella.edge;

/** The contents of messages. The receiver gets the same graphs with both forms. */
public enum EdgeForm {
    /** A message holds the whole graph. A term that earlier graphs have too takes a byte or two. */
    GRAPHS,
    /**
     * A message holds the statements that are deleted and added. On a dictionary these are the differences from a base: the
     * statements that most of the last graphs have, which the receiver finds beside the dictionary. With key frames they
     * are the differences from the graph before, and a key frame adds the whole graph to an empty one. Blank nodes should
     * keep their labels from graph to graph. Namespace declarations are not sent.
     */
    CHANGES
}
