package dev.velella.serde;

import dev.velella.rdf.RdfGraph;

/** Writes graphs as Jelly frames, as {@link JellySerializer} says. */
public final class JellyGraphSerializer extends JellySerializer<RdfGraph> {
    /** With the options of the definition until it is configured. */
    public JellyGraphSerializer() {
        super(RdfGraph.class);
    }
}
