package dev.velella.rdfpatch;

import dev.velella.rdf.RdfPatch;
import java.io.IOException;

/** Writes patches as RDF Patch text, one row a line. Not thread-safe. */
public final class RdfPatchTextWriter {
    public RdfPatchTextWriter(Appendable out) {}

    /** Appends every row of the patch. */
    public void write(RdfPatch patch) throws IOException {
        throw new UnsupportedOperationException();
    }
}
