package dev.velella.rdf;

/** Takes patches row by row, for patches of any size. */
public interface PatchHandler {
    /** Takes the next row of the patch. */
    void operation(PatchOperation operation);

    /** The patch is complete. Later rows belong to the next patch. */
    void endOfPatch();
}
