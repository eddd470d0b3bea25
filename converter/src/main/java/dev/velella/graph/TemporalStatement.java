package dev.velella.graph;

/** Treatment of the statements about the graph name of a named-graph element: option {@code temporal.statement}. */
public enum TemporalStatement {
    /** They are part of the stream's state, as statements about the stable graph name. */
    KEEP,
    /** They are left out. */
    DROP
}
