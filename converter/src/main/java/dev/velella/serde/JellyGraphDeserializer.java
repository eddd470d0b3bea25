package dev.velella.serde;

import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;

/** Reads graphs from Jelly frames; see {@link JellyDeserializer}. */
public final class JellyGraphDeserializer extends JellyDeserializer<RdfGraph> {
    /** A deserializer that has the default options until it is configured. */
    public JellyGraphDeserializer() {
        super(ElementKind.GRAPH, RdfGraph.class);
    }
}
