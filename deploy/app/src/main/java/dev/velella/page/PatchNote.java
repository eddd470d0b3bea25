package dev.velella.page;

import dev.velella.rdf.RdfPatch;

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
    int statements() {
        return adds + deletes;
    }
}
