package dev.velella.jelly;

import dev.velella.rdf.RdfPatch;
import org.eclipse.rdf4j.model.ValueFactory;

/** Reads self-contained, bare Jelly-Patch frames. Not thread-safe. */
public final class JellyPatchDecoder {
    public JellyPatchDecoder(ValueFactory values, Limits limits) {}

    /** Decodes one self-contained bare frame. */
    public RdfPatch decode(byte[] frame) {
        throw new UnsupportedOperationException();
    }
}
