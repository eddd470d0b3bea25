package dev.velella.jelly;

import dev.velella.rdf.RdfGraph;

/** Writes graphs as self-contained, bare Jelly-RDF frames. Not thread-safe. */
public final class JellyGraphEncoder {
    public JellyGraphEncoder(JellyOptions options, Limits limits) {}

    /** One self-contained bare frame: options row first, state reset before. */
    public byte[] encode(RdfGraph graph) {
        throw new UnsupportedOperationException();
    }
}
