package dev.velella.source.element;

/** Where the key of an element comes from. */
public enum KeySource {
    /** The graph name if the element is a named graph, else a constant. */
    AUTO,
    /** The graph name. */
    GRAPH_NAME,
    /** The one subject of a type. */
    SUBJECT_TYPE,
    /** The same key for every element. */
    CONSTANT
}
