package dev.velella.source.format;

import dev.velella.rdf.RdfPatch;
import dev.velella.rdfpatch.RdfPatchThriftReader;
import dev.velella.rdfpatch.TextLimits;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** RDF Patch as Thrift, the binary form of Apache Jena. A segment ends a patch; a file without segments is one patch. */
final class PatchThriftContainer implements ElementContainer<RdfPatch> {
    private final RdfPatchThriftReader patches;
    private final ElementLimits limits;

    PatchThriftContainer(InputStream decompressed, ElementLimits limits) {
        this.limits = limits;
        int most = limits.bytes();
        TextLimits d = TextLimits.DEFAULT;
        patches = new RdfPatchThriftReader(
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
        patches.close();
    }
}
