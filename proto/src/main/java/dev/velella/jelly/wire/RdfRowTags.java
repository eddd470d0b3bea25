package dev.velella.jelly.wire;

/** Tags of the rows of a Jelly-RDF frame, except entry rows. */
public final class RdfRowTags {
    public static final int TRIPLE = 0x12;
    public static final int QUAD = 0x1A;
    public static final int GRAPH_START = 0x22;
    public static final int GRAPH_END = 0x2A;
    public static final int NAMESPACE = 0x32;

    private RdfRowTags() {}
}
