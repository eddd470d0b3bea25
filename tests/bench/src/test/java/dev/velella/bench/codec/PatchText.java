package dev.velella.bench.codec;

import dev.velella.bench.data.Terms;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdfpatch.RdfPatchTextReader;
import dev.velella.rdfpatch.RdfPatchTextWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** RDF Patch text, one patch a message, by this project's writer and reader. */
public final class PatchText {
    private static final int EXPECTED_CHARACTERS = 1 << 14;

    private PatchText() {}

    /** A patch as text. */
    public static String text(RdfPatch patch) throws IOException {
        StringBuilder text = new StringBuilder(EXPECTED_CHARACTERS);
        new RdfPatchTextWriter(text).write(patch);
        return text.toString();
    }

    /** A patch as the bytes of a message. */
    public static byte[] write(RdfPatch patch) throws IOException {
        return text(patch).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The patch of a message.
     *
     * @throws BenchmarkException if there is none
     */
    public static RdfPatch read(byte[] message) throws IOException {
        try (RdfPatchTextReader reader = new RdfPatchTextReader(new ByteArrayInputStream(message), Terms.VALUES)) {
            RdfPatch patch = reader.next();
            if (patch == null) {
                throw new BenchmarkException("a record holds no patch");
            }
            return patch;
        }
    }
}
