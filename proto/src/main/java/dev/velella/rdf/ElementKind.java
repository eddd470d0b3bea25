package dev.velella.rdf;

/** The kinds of {@link StreamElement}. */
public enum ElementKind {
    /** An {@link RdfGraph}; its frames are Jelly-RDF. */
    GRAPH,
    /** An {@link RdfPatch}; its frames are Jelly-Patch. */
    PATCH
}
