package dev.velella.serde;

import dev.velella.rdf.RdfGraph;

/** Writes graphs as Jelly frames; see {@link JellySerializer}. */
public final class JellyGraphSerializer extends JellySerializer<RdfGraph> {
    /** A serializer that has the default options until it is configured. */
    public JellyGraphSerializer() {
        this(false);
    }

    /** @param ofSerde whether it is a part of a serde, as for {@link JellySerializer#JellySerializer} */
    JellyGraphSerializer(boolean ofSerde) {
        super(RdfGraph.class, ofSerde);
    }
}
