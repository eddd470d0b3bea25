package dev.velella.edge;

/** The contents of messages. The receiver gets the same graphs with both forms. */
public enum EdgeForm {
    /** A message holds the whole graph. A term that earlier graphs have too takes a byte or two. */
    GRAPHS,
    /**
     * A message holds the statements that are deleted and added: the differences from a base. The base has the statements
     * that most of the last graphs have, and the receiver finds it beside the dictionary. Blank nodes should keep their
     * labels from graph to graph. Namespace declarations are not sent.
     */
    CHANGES
}
