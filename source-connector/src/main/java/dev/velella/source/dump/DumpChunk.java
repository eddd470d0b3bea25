package dev.velella.source.dump;

import dev.velella.rdf.RdfPatch;

/**
 * Consecutive statements of a dump as one patch. Immutable.
 *
 * @param patch adds the statements, and the prefixes that were declared before them
 * @param statements number of the statements
 * @param after offset of the dump after them
 * @param fileBytes bytes of the file that were read so far, compressed
 */
record DumpChunk(RdfPatch patch, int statements, DumpOffset after, long fileBytes) {
    DumpChunk last() {
        return new DumpChunk(patch, statements, after.completed(), fileBytes);
    }
}
