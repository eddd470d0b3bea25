package dev.velella.source.format;

import dev.velella.jelly.JellyPatchStreamReader;
import dev.velella.jelly.format.StreamForm;
import dev.velella.rdf.RdfPatch;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Jelly-Patch. The stream type of the file tells the extent of a patch: a frame, the rows before a punctuation, or the
 * whole file. Frames build on the frames before them, so all frames are decoded.
 */
final class JellyPatchContainer implements ElementContainer<RdfPatch> {
    private final InputStream decompressed;
    private final JellyPatchStreamReader patches;
    private final ElementLimits limits;
    private long read;

    JellyPatchContainer(InputStream decompressed, ElementLimits limits) {
        this.decompressed = decompressed;
        this.limits = limits;
        patches = new JellyPatchStreamReader(decompressed, StreamForm.DETECT, new VerifiedIris(), limits.frames());
    }

    @Override
    public @Nullable RdfPatch next() throws IOException {
        RdfPatch patch = patches.next();
        if (patch == null) {
            return null;
        }
        if (patch.operations().size() > limits.statements()) {
            throw StatementCollector.tooMany(limits.statements());
        }
        read++;
        return patch;
    }

    @Override
    public String place() {
        return "patch " + (read + 1);
    }

    @Override
    public void close() throws IOException {
        patches.close();
        decompressed.close();
    }
}
