package dev.velella.graph;

/** What the elements of the input topic are: option {@code element.type}. An element without statements is any of them. */
public enum ElementType {
    /** Told from each element's statements. */
    AUTO,
    /** Triples only; anything else is an error. */
    GRAPH,
    /** One named graph and statements about its name; anything else is an error. */
    NAMED_GRAPH,
    /** Any quads, taken as they stand even where an element has the shape of the other two. */
    DATASET
}
