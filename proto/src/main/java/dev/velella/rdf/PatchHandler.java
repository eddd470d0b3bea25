package dev.velella.rdf;

/** Takes patches row by row, for patches of any size. */
public interface PatchHandler {
    /** The next row of the patch. */
    void operation(PatchOperation operation);

    /** The patch is complete; rows that follow belong to the next one. */
    void endOfPatch();
}
