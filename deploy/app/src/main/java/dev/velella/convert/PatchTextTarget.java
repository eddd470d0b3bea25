package dev.velella.convert;

import dev.velella.document.format.UnwritableException;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.JellyPatchOptions.StreamType;
import dev.velella.rdf.PatchHandler;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdfpatch.RdfPatchTextWriter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes RDF Patch text. Marks the end of every patch, unless the input is one patch by its stream type. */
final class PatchTextTarget implements PatchTarget {
    private final Writer out;
    private final PatchHandler rows;
    private boolean marked = true;

    PatchTextTarget(OutputStream out) {
        this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
        rows = new RdfPatchTextWriter(this.out).handler();
    }

    @Override
    public void begin(@Nullable JellyPatchOptions ofInput) {
        marked = ofInput == null || ofInput.streamType() != StreamType.FLAT;
    }

    @Override
    public void operation(PatchOperation operation) {
        try {
            rows.operation(operation);
        } catch (IllegalArgumentException e) {
            throw new UnwritableException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void endOfPatch() {
        if (marked) {
            rows.endOfPatch();
        }
    }

    @Override
    public void end() throws IOException {
        out.flush();
    }
}
