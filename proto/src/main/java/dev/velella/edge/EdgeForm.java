package dev.velella.edge;

/** The contents of frames. The receiver gets the same graphs with both forms. */
public enum EdgeForm {
    /** A frame holds the whole graph. A term that an earlier graph has too takes a byte or two. */
    GRAPHS,
    /**
     * A frame holds the statements that are deleted and added from graph to graph. A key frame adds the whole graph to
     * an empty one. Blank nodes should keep their labels from graph to graph. Namespace declarations are not sent.
     */
    CHANGES
}
