package dev.velella.source.format;

import dev.velella.rdf.RdfPatch;
import dev.velella.rdfpatch.RdfPatchTextReader;
import dev.velella.rdfpatch.TextLimits;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * RDF Patch text. {@code Z .} ends a patch; a file without {@code Z .} is one patch. Skipped patches are parsed too.
 */
final class PatchTextContainer implements ElementContainer<RdfPatch> {
    private final InputStream decompressed;
    private final RdfPatchTextReader patches;
    private final ElementLimits limits;

    PatchTextContainer(InputStream decompressed, ElementLimits limits) {
        this.decompressed = decompressed;
        this.limits = limits;
        int most = limits.bytes();
        TextLimits d = TextLimits.DEFAULT;
        patches = new RdfPatchTextReader(
                decompressed,
                new VerifiedIris(),
                new TextLimits(Math.min(most, d.maxTokenLength()), most, d.maxNesting(), most));
    }

    @Override
    public @Nullable RdfPatch next() throws IOException {
        return patches.next(limits.statements());
    }

    @Override
    public String place() {
        return "";
    }

    @Override
    public void close() throws IOException {
        decompressed.close();
    }
}
