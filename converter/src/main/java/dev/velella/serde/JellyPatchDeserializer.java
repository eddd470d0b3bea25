package dev.velella.serde;

import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfPatch;

/** Reads patches from Jelly frames; see {@link JellyDeserializer}. */
public final class JellyPatchDeserializer extends JellyDeserializer<RdfPatch> {
    /** A deserializer that has the default options until it is configured. */
    public JellyPatchDeserializer() {
        super(ElementKind.PATCH, RdfPatch.class);
    }
}
