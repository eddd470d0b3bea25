package dev.velella.rdfpatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.rdf.RdfPatch;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class RdfPatchRoundTripTest {

    @Provide
    Arbitrary<List<RdfPatch>> patches() {
        return PatchArbitraries.patches(2).list().ofMaxSize(3);
    }

    @Property(tries = 500)
    void patchesComeBackAsTheyWere(@ForAll("patches") List<RdfPatch> patches) throws IOException {
        StringBuilder out = new StringBuilder();
        RdfPatchTextWriter writer = new RdfPatchTextWriter(out);
        for (RdfPatch patch : patches) {
            writer.write(patch);
            writer.endOfPatch();
        }
        byte[] text = out.toString().getBytes(StandardCharsets.UTF_8);
        assertThat(readAll(new ByteArrayInputStream(text))).isEqualTo(patches);
        assertThat(readAll(new OneByteAtATime(text))).isEqualTo(patches);
    }

    /** Row by row, through the handler of another writer, the text comes out the same. */
    @Property(tries = 200)
    void textPassesThroughTheHandlersUnchanged(@ForAll("patches") List<RdfPatch> patches) throws IOException {
        StringBuilder first = new StringBuilder();
        RdfPatchTextWriter writer = new RdfPatchTextWriter(first);
        for (RdfPatch patch : patches) {
            writer.write(patch);
            writer.endOfPatch();
        }
        StringBuilder second = new StringBuilder();
        try (RdfPatchTextReader reader = new RdfPatchTextReader(
                new ByteArrayInputStream(first.toString().getBytes(StandardCharsets.UTF_8)), PatchArbitraries.VALUES)) {
            RdfPatchTextWriter copy = new RdfPatchTextWriter(second);
            while (reader.read(copy.handler())) {
                // one row a call
            }
        }
        assertThat(second.toString()).isEqualTo(first.toString());
    }

    private static List<RdfPatch> readAll(InputStream in) throws IOException {
        List<RdfPatch> patches = new ArrayList<>();
        try (RdfPatchTextReader reader = new RdfPatchTextReader(in, PatchArbitraries.VALUES)) {
            for (RdfPatch patch = reader.next(); patch != null; patch = reader.next()) {
                patches.add(patch);
            }
        }
        return patches;
    }

    /** Cuts characters of several bytes, and gives nothing ahead. */
    private static final class OneByteAtATime extends ByteArrayInputStream {
        OneByteAtATime(byte[] bytes) {
            super(bytes);
        }

        @Override
        public synchronized int read(byte[] target, int offset, int length) {
            return super.read(target, offset, Math.min(length, 1));
        }
    }
}
