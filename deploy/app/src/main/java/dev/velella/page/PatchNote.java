package dev.velella.page;

import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import org.jspecify.annotations.Nullable;

/**
 * A patch that the page remembers. Immutable.
 *
 * @param place its record
 * @param number its number in the stream; 0 if the record has none
 * @param hash hash of the graph that it leads to; empty if the record has none
 * @param patch its rows
 * @param adds statements that it adds
 * @param deletes statements that it deletes
 */
public record PatchNote(Place place, long number, String hash, RdfPatch patch, int adds, int deletes) {
    /** The note of a patch. */
    public static PatchNote of(Place place, RdfPatch patch, @Nullable PatchPosition position) {
        return new PatchNote(
                place,
                position == null ? 0 : position.number(),
                position == null ? "" : GraphHash.format(position.hash()),
                patch,
                patch.addCount(),
                patch.deleteCount());
    }

    int statements() {
        return adds + deletes;
    }
}
