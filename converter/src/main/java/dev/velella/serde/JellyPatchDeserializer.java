package dev.velella.serde;

import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfPatch;

/** Reads patches from Jelly frames, as {@link JellyDeserializer} says. */
public final class JellyPatchDeserializer extends JellyDeserializer<RdfPatch> {
    /** With the options of the definition until it is configured. */
    public JellyPatchDeserializer() {
        super(ElementKind.PATCH, RdfPatch.class);
    }
}
