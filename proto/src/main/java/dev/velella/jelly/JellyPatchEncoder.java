package dev.velella.jelly;

import dev.velella.rdf.RdfPatch;

/** Writes patches as self-contained, bare Jelly-Patch frames (statement type QUADS, stream type FRAME). Not thread-safe. */
public final class JellyPatchEncoder {
    public JellyPatchEncoder(TableSizes sizes, boolean rdfStar, Limits limits) {}

    /** One self-contained bare frame: options row first, state reset before. */
    public byte[] encode(RdfPatch patch) {
        throw new UnsupportedOperationException();
    }
}
