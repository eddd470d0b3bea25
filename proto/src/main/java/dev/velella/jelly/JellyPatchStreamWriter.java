package dev.velella.jelly;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes patches of any size as a byte stream of Jelly-Patch, such as a file. In a stream of type FLAT or PUNCTUATED a
 * patch may take several frames; in one of type FRAME it takes exactly one. Not thread-safe.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class JellyPatchStreamWriter implements Closeable {

    /**
     * Takes over the output: {@link #close} closes it. It should be buffered.
     *
     * @param rowsPerFrame most rows in a frame, entry rows not counted, where a patch may take several frames
     * @throws IllegalArgumentException if the table sizes of the options are above the limits, or the form is to be
     *     detected
     */
    public JellyPatchStreamWriter(
            OutputStream out, JellyPatchOptions options, StreamForm form, int rowsPerFrame, Limits limits) {
        throw new UnsupportedOperationException();
    }

    /** Writes the next row of the current patch; it may be kept until its frame is full. */
    public void write(PatchOperation operation) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Ends the current patch, an empty one too. */
    public void endPatch() throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Writes a whole patch. */
    public void write(RdfPatch patch) throws IOException {
        for (PatchOperation operation : patch.operations()) {
            write(operation);
        }
        endPatch();
    }

    /** Writes what is kept, and closes the output. */
    @Override
    public void close() throws IOException {
        throw new UnsupportedOperationException();
    }
}
