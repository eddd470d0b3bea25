package dev.velella.serde;

import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;

/** Reads graphs from Jelly frames, as {@link JellyDeserializer} says. */
public final class JellyGraphDeserializer extends JellyDeserializer<RdfGraph> {
    /** With the options of the definition until it is configured. */
    public JellyGraphDeserializer() {
        super(ElementKind.GRAPH, RdfGraph.class);
    }
}
