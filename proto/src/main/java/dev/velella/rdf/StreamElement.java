package dev.velella.rdf;

/** One element of a stream: a graph or a patch. Immutable and thread-safe. */
public sealed interface StreamElement permits RdfGraph, RdfPatch {
    /** Kind of this element. */
    ElementKind kind();

    /** Number of statements of a graph, or of operations of a patch. */
    int rowCount();
}
