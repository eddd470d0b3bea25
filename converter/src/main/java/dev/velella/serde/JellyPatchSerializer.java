package dev.velella.serde;

import dev.velella.rdf.RdfPatch;

/** Writes patches as Jelly frames; see {@link JellySerializer}. */
public final class JellyPatchSerializer extends JellySerializer<RdfPatch> {
    /** A serializer that has the default options until it is configured. */
    public JellyPatchSerializer() {
        this(false);
    }

    /** @param ofSerde whether it is a part of a serde, as for {@link JellySerializer#JellySerializer} */
    JellyPatchSerializer(boolean ofSerde) {
        super(RdfPatch.class, ofSerde);
    }
}
