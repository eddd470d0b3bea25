package dev.velella.source.file;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.rdf.RdfPatch;
import dev.velella.source.format.ElementFile;
import dev.velella.source.format.ElementLimits;
import dev.velella.source.format.ElementReader;
import dev.velella.source.format.InputFormatException;
import dev.velella.source.input.ElementInput;
import dev.velella.source.input.SourceElement;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The patches of a file in their order, all with the same key. Each patch of a log builds on the patches before it, so
 * all of them must go to one partition. Owns the open file.
 */
final class PatchFileInput implements ElementInput {
    private final String key;
    private final ElementReader<RdfPatch> reader;

    /** @throws InputFormatException if the file cannot be opened */
    PatchFileInput(Path file, ElementLimits limits, String key) {
        this.key = key;
        reader = ElementFile.openPatches(file, limits);
    }

    @Override
    public @Nullable SourceElement next() {
        RdfPatch patch = reader.next();
        return patch == null ? null : new SourceElement(key, null, RdfStructs.of(patch));
    }

    @Override
    public boolean skip() {
        return reader.skip();
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
