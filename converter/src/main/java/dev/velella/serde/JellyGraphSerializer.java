package dev.velella.serde;

import dev.velella.rdf.RdfGraph;

/** Writes graphs as Jelly frames; see {@link JellySerializer}. */
public final class JellyGraphSerializer extends JellySerializer<RdfGraph> {
    /** A serializer that has the default options until it is configured. */
    public JellyGraphSerializer() {
        super(RdfGraph.class);
    }
}
