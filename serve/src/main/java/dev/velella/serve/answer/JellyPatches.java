package dev.velella.serve.answer;

import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.serve.state.StoredPatch;
import java.io.IOException;
import java.io.OutputStream;

/** Writes patches as one delimited stream of Jelly-Patch, one frame for each patch. Not thread-safe. */
final class JellyPatches implements PatchWriter {
    private final PatchRows rows = new PatchRows();
    private final JellyPatchEncoder encoder =
            new JellyPatchEncoder(JellyPatchOptions.frame(TableSizes.BIG, true), Limits.DEFAULT);

    @Override
    public void write(StoredPatch patch, OutputStream out) throws IOException {
        Delimited.write(encoder.encodeNext(rows.read(patch)), out);
    }
}
