package dev.velella.serve.answer;

import dev.velella.kit.http.message.Content;
import dev.velella.serve.state.Rows;
import dev.velella.serve.state.StoredPatch;
import java.io.IOException;
import java.io.OutputStream;

/** A content of patches in one document. Owns the rows and closes them. Not thread-safe. */
public final class PatchContent implements Content {
    private final Rows<StoredPatch> patches;
    private final PatchWriter writer;

    public PatchContent(Rows<StoredPatch> patches, PatchWriter writer) {
        this.patches = patches;
        this.writer = writer;
    }

    @Override
    public Progress write(OutputStream out) throws IOException {
        StoredPatch patch = patches.next();
        if (patch == null) {
            return Progress.END;
        }
        writer.write(patch, out);
        return Progress.MORE;
    }

    @Override
    public void close() {
        patches.close();
    }
}
