package dev.velella.serde;

import dev.velella.rdf.RdfPatch;

/** Writes patches as Jelly frames, as {@link JellySerializer} says. */
public final class JellyPatchSerializer extends JellySerializer<RdfPatch> {
    /** With the options of the definition until it is configured. */
    public JellyPatchSerializer() {
        super(RdfPatch.class);
    }
}
