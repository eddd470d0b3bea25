package dev.velella.serve.answer;

import dev.velella.rdfpatch.RdfPatchTextWriter;
import dev.velella.serve.state.StoredPatch;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes patches as text, with a row {@code Z} at the end of each. Not thread-safe. */
final class TextPatches implements PatchWriter {
    private final PatchRows rows = new PatchRows();

    @Override
    public void write(StoredPatch patch, OutputStream out) throws IOException {
        StringBuilder text = new StringBuilder();
        RdfPatchTextWriter writer = new RdfPatchTextWriter(text);
        writer.write(rows.read(patch));
        writer.endOfPatch();
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
}
