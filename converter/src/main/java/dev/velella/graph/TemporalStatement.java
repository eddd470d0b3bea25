package dev.velella.graph;

/** What becomes of the statements about the graph name of a named-graph element: option {@code temporal.statement}. */
public enum TemporalStatement {
    /** They are part of the stream's state, said of the stable graph name. */
    KEEP,
    /** They are left out. */
    DROP
}
