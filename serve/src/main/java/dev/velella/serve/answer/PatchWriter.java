package dev.velella.serve.answer;

import dev.velella.serve.state.StoredPatch;
import java.io.IOException;
import java.io.OutputStream;

/** Writes patches of streams one after the other as one document. Not thread-safe. */
public interface PatchWriter {
    /** Writes the next patch. */
    void write(StoredPatch patch, OutputStream out) throws IOException;
}
