package dev.velella.jelly;

import static dev.velella.jelly.RdfArbitraries.VALUES;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of every length with one odd character anywhere, in every place where a text can stand. */
class SpellingTest {
    private static final Limits LIMITS = Limits.DEFAULT;

    /** Borders of UTF-8 and Latin-1, what decoders put for malformed bytes, and characters whose lower half is ASCII. */
    @ParameterizedTest
    @ValueSource(
            ints = {
                0, 0x7F, 0x80, 0xE9, 0xFF, 0x100, 0x141, 0x7FF, 0x800, 0x4E41, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x10000,
                0x1F600, 0x10FFFF
            })
    void comeBackToTheLetter(int odd) throws IOException {
        JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS);
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        JellyPatchEncoder patchEncoder = new JellyPatchEncoder(JellyPatchOptions.TOPIC, LIMITS);
        PlainPatchReader plain = new PlainPatchReader();
        JellyJvm.Reader peer = new JellyJvm.Reader(PhysicalType.QUADS);
        for (int length : List.of(
                0, 1, 2, 3, 7, 15, 16, 23, 24, 25, 31, 32, 33, 63, 64, 65, 126, 127, 128, 129, 255, 256, 1000,
                20_000)) {
            for (int at : List.of(0, length / 2, length)) {
                String text = "x".repeat(at) + Character.toString(odd) + "y".repeat(length - at);
                RdfGraph graph = new RdfGraph(statements(text), Map.of("p" + text, "http://n.example/" + text));
                byte[] frame = encoder.encodeNext(graph);
                Exact.assertSame(decoder.decodeNext(frame), graph, length);
                Exact.assertSame(peer.read(frame), graph, "Jelly-JVM, " + length);
                List<PatchOperation> rows = new ArrayList<>();
                statements(text).forEach(st -> rows.add(new PatchOperation.Add(st)));
                rows.add(new PatchOperation.Header(text, VALUES.createLiteral(text)));
                rows.add(new PatchOperation.AddNamespace(text, VALUES.createIRI("http://n.example/" + text), null));
                RdfPatch patch = new RdfPatch(rows);
                Exact.assertSame(plain.read(patchEncoder.encodeNext(patch)), patch, "patch, " + length);
            }
        }
    }

    private static List<Statement> statements(String text) {
        return List.of(
                VALUES.createStatement(
                        VALUES.createIRI("http://" + text + ".example/" + text),
                        VALUES.createIRI("urn:" + text),
                        VALUES.createLiteral(text)),
                VALUES.createStatement(
                        VALUES.createBNode(text),
                        VALUES.createIRI("http://a.example/" + text + "#" + text),
                        VALUES.createLiteral(text, "en")),
                VALUES.createStatement(
                        VALUES.createIRI("http://a.example/" + text),
                        VALUES.createIRI("http://a.example/#" + text),
                        VALUES.createLiteral(text, VALUES.createIRI("http://type.example/" + text)),
                        VALUES.createBNode(text)));
    }
}
