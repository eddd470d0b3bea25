package dev.velella.serde;

import dev.velella.rdf.RdfPatch;

/** Writes patches as Jelly frames; see {@link JellySerializer}. */
public final class JellyPatchSerializer extends JellySerializer<RdfPatch> {
    /** A serializer that has the default options until it is configured. */
    public JellyPatchSerializer() {
        super(RdfPatch.class);
    }
}
