package dev.velella.graph;

/**
 * The form of the elements of the input topic: option {@code element.type}. An element without statements has every
 * form.
 */
public enum ElementType {
    /** The statements of each element tell its form. */
    AUTO,
    /** Triples only; anything else is an error. */
    GRAPH,
    /** One named graph and statements about its name; anything else is an error. */
    NAMED_GRAPH,
    /** Any quads. They stay as they are, also if an element has the shape of a graph or of a named graph. */
    DATASET
}
