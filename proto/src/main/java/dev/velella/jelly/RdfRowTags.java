package dev.velella.jelly;

/** Tags of the rows of a Jelly-RDF frame, entry rows apart. */
final class RdfRowTags {
    static final int TRIPLE = 0x12;
    static final int QUAD = 0x1A;
    static final int GRAPH_START = 0x22;
    static final int GRAPH_END = 0x2A;
    static final int NAMESPACE = 0x32;

    private RdfRowTags() {}
}
