package dev.velella.jelly;

import dev.velella.rdf.RdfGraph;
import org.eclipse.rdf4j.model.ValueFactory;

/** Reads self-contained, bare Jelly-RDF frames. Not thread-safe. */
public final class JellyGraphDecoder {
    public JellyGraphDecoder(ValueFactory values, Limits limits) {}

    /** Decodes one self-contained bare frame. */
    public RdfGraph decode(byte[] frame) {
        throw new UnsupportedOperationException();
    }
}
