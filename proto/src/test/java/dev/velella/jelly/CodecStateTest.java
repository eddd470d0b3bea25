package dev.velella.jelly;

import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.read.DecoderState;
import dev.velella.jelly.write.EncoderState;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** State between frames: what fails changes nothing, what is saved can be gone on from, what is reset is new. */
class CodecStateTest {
    private static final Limits LIMITS =
            new Limits(4096, 1024, 256, 1 << 20, 10_000, 1000, 1 << 20, 4, Integer.MAX_VALUE);
    private static final TableSizes SMALL_TABLES = new TableSizes(16, 4, 2);
    private static final String HALF_A_PAIR = "half \uD83D";

    private static IRI iri(String text) {
        return VALUES.createIRI(text);
    }

    /** Statements that fail in each of their terms, after the terms before have left their entries. */
    private static List<Statement> failing(PhysicalType type) {
        IRI s = iri("http://fresh.example/s");
        IRI p = iri("http://fresh.example/p#p");
        List<Statement> statements = new ArrayList<>(List.of(
                VALUES.createStatement(VALUES.createBNode(HALF_A_PAIR), p, s),
                VALUES.createStatement(iri("http://fresh.example/" + HALF_A_PAIR), p, s),
                VALUES.createStatement(s, iri("http://" + HALF_A_PAIR + "/p"), s),
                VALUES.createStatement(s, p, VALUES.createLiteral(HALF_A_PAIR)),
                VALUES.createStatement(s, p, VALUES.createLiteral(HALF_A_PAIR, XSD.LONG)),
                VALUES.createStatement(s, p, VALUES.createLiteral("a", iri("http://type/" + HALF_A_PAIR))),
                VALUES.createStatement(s, p, VALUES.createLiteral("x".repeat(1001))),
                VALUES.createStatement(s, p, VALUES.createTriple(s, p, VALUES.createLiteral(HALF_A_PAIR)))));
        if (type == PhysicalType.TRIPLES) {
            statements.add(VALUES.createStatement(s, p, s, iri("http://fresh.example/g")));
        } else {
            statements.add(VALUES.createStatement(s, p, s, VALUES.createBNode(HALF_A_PAIR)));
            statements.add(VALUES.createStatement(s, p, s, iri("http://fresh.example/g" + HALF_A_PAIR)));
        }
        return statements;
    }

    private static JellyOptions options(PhysicalType type) {
        return new JellyOptions(type, SMALL_TABLES, true, 2);
    }

    private static RandomRdf rdf(long seed, PhysicalType type) {
        return new RandomRdf(seed, new RandomRdf.Shape(0, 12, 4, 0, type != PhysicalType.TRIPLES));
    }

    @ParameterizedTest
    @EnumSource
    void aGraphThatFailsInAnyRowLeavesTheEncoderAsItWas(PhysicalType type) throws IOException {
        RandomRdf rdf = rdf(1, type);
        JellyGraphEncoder encoder = new JellyGraphEncoder(options(type), LIMITS);
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        JellyJvm.Reader peer = new JellyJvm.Reader(type);
        for (Statement bad : failing(type)) {
            for (int row = 0; row <= 12; row++) {
                List<Statement> statements = new ArrayList<>(rdf.graph(12).statements());
                statements.add(row, bad);
                RdfGraph graph = new RdfGraph(statements, rdf.graph(0).namespaces());
                boolean key = row % 5 == 4;
                assertThatThrownBy(() -> {
                            if (key) {
                                encoder.encodeKeyFrame(graph);
                            } else {
                                encoder.encodeNext(graph);
                            }
                        })
                        .as("failure in row %d", row)
                        .isInstanceOf(MalformedJellyException.class);
                RdfGraph good = rdf.graph(5);
                byte[] frame = encoder.encodeNext(good);
                Exact.assertSame(decoder.decodeNext(frame), good, "after failure in row " + row);
                Exact.assertSame(peer.read(frame), good, "Jelly-JVM, after failure in row " + row);
            }
        }
    }

    @Test
    void aPatchThatFailsInAnyRowLeavesTheEncoderAsItWas() {
        JellyPatchOptions options = JellyPatchOptions.frame(SMALL_TABLES, true);
        JellyPatchEncoder encoder = new JellyPatchEncoder(options, LIMITS);
        JellyPatchDecoder decoder = new JellyPatchDecoder(VALUES, LIMITS);
        PlainPatchReader plain = new PlainPatchReader();
        RandomRdf rdf = rdf(2, PhysicalType.QUADS);
        List<PatchOperation> failing = new ArrayList<>();
        failing(PhysicalType.QUADS).forEach(st -> failing.add(new PatchOperation.Add(st)));
        failing(PhysicalType.QUADS).forEach(st -> failing.add(new PatchOperation.Delete(st)));
        failing.add(new PatchOperation.Header(HALF_A_PAIR, iri("http://fresh.example/h")));
        failing.add(new PatchOperation.Header("key", iri("http://fresh.example/h" + HALF_A_PAIR)));
        failing.add(new PatchOperation.AddNamespace(HALF_A_PAIR, iri("http://fresh.example/h"), null));
        failing.add(
                new PatchOperation.AddNamespace("ex", iri("http://fresh.example/n#"), VALUES.createBNode(HALF_A_PAIR)));
        failing.add(new PatchOperation.DeleteNamespace("ex", iri("http://fresh.example/n#" + HALF_A_PAIR), null));
        failing.add(PatchOperation.Transaction.COMMIT);
        failing.add(PatchOperation.Transaction.ABORT);
        for (PatchOperation bad : failing) {
            for (int row = 0; row <= 6; row++) {
                List<PatchOperation> rows = new ArrayList<>();
                for (int i = 0; i < 6; i++) {
                    rows.add(new PatchOperation.Add(rdf.statement()));
                }
                rows.add(row, bad);
                boolean key = row == 4;
                RdfPatch patch = new RdfPatch(rows);
                assertThatThrownBy(() -> {
                            if (key) {
                                encoder.encodeKeyFrame(patch);
                            } else {
                                encoder.encodeNext(patch);
                            }
                        })
                        .as("failure in row %d", row)
                        .isInstanceOf(MalformedJellyException.class);
                RdfPatch good = rdf.patch(5);
                byte[] frame = encoder.encodeNext(good);
                Exact.assertSame(decoder.decodeNext(frame), good, "after failure in row " + row);
                Exact.assertSame(plain.read(frame), good, "plain reader, after failure in row " + row);
            }
        }
    }

    @Test
    void aSelfContainedFrameDoesNotDependOnAFailureBefore() {
        RandomRdf rdf = rdf(12, PhysicalType.QUADS);
        JellyGraphEncoder encoder = new JellyGraphEncoder(options(PhysicalType.QUADS), LIMITS);
        for (Statement bad : failing(PhysicalType.QUADS)) {
            List<Statement> statements = new ArrayList<>(rdf.graph(12).statements());
            statements.add(bad);
            assertThatThrownBy(() -> encoder.encode(RdfGraph.of(statements)))
                    .isInstanceOf(MalformedJellyException.class);
            RdfGraph good = rdf.graph(12);
            assertThat(encoder.encode(good))
                    .isEqualTo(new JellyGraphEncoder(options(PhysicalType.QUADS), LIMITS).encode(good));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFrameThatIsCutOrChangedAnywhereLeavesTheDecoderAsItWas(PhysicalType type) {
        RandomRdf rdf = rdf(3, type);
        JellyGraphEncoder encoder = new JellyGraphEncoder(options(type), LIMITS);
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        SplittableRandom random = new SplittableRandom(4);
        int refused = 0;
        for (int i = 0; i < 10; i++) {
            RdfGraph graph = rdf.graph(6);
            byte[] frame = encoder.encodeNext(graph);
            DecoderState before = decoder.snapshot();
            for (int at = 0; at < frame.length; at++) {
                byte[] cut = Arrays.copyOf(frame, at);
                byte[] changed = frame.clone();
                changed[at] ^= (byte) (1 << random.nextInt(8));
                for (byte[] bad : List.of(cut, changed)) {
                    if (isRefused(decoder, bad)) {
                        refused++;
                    } else {
                        decoder.restore(before);
                    }
                    if (at % 16 == 0) {
                        Exact.assertSame(decoder.decodeNext(frame), graph, "byte " + at + " of frame " + i);
                        decoder.restore(before);
                    }
                }
            }
            Exact.assertSame(decoder.decodeNext(frame), graph, "frame " + i);
        }
        assertThat(refused).isGreaterThan(500);
    }

    private static boolean isRefused(JellyGraphDecoder decoder, byte[] frame) {
        try {
            decoder.decodeNext(frame);
            return false;
        } catch (MalformedJellyException e) {
            return true;
        }
    }

    @Test
    void aKeyFrameThatIsRefusedLeavesTheRunningStreamOfTheDecoder() {
        RandomRdf rdf = rdf(5, PhysicalType.QUADS);
        JellyGraphEncoder encoder = new JellyGraphEncoder(options(PhysicalType.QUADS), LIMITS);
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        decoder.decodeNext(encoder.encodeNext(rdf.graph(10)));
        RdfGraph next = rdf.graph(10);
        byte[] frame = encoder.encodeNext(next);
        byte[] key = new JellyGraphEncoder(options(PhysicalType.QUADS), LIMITS).encode(rdf.graph(10));
        assertThatThrownBy(() -> decoder.decodeKeyFrame(frame)).isInstanceOf(MalformedJellyException.class);
        assertThatThrownBy(() -> decoder.decodeKeyFrame(Arrays.copyOf(key, key.length - 1)))
                .isInstanceOf(MalformedJellyException.class);
        Exact.assertSame(decoder.decodeNext(frame), next, "after two refused key frames");
    }

    @ParameterizedTest
    @EnumSource
    void optionsOfARefusedKeyFrameAreForgotten(PhysicalType type) {
        RandomRdf rdf = new RandomRdf(13, new RandomRdf.Shape(0, 4, 2, 1, type != PhysicalType.TRIPLES));
        TableSizes sizes = new TableSizes(64, 16, 16);
        JellyGraphEncoder encoder = new JellyGraphEncoder(new JellyOptions(type, sizes, true, 2), LIMITS);
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        decoder.decodeNext(encoder.encodeNext(rdf.graph(20)));
        for (PhysicalType other : PhysicalType.values()) {
            JellyOptions others = new JellyOptions(other, new TableSizes(8, 4, 1), false, 1);
            byte[] key = Arrays.copyOf(new JellyGraphEncoder(others, LIMITS).encode(RdfGraph.of(List.of())), 80);
            assertThatThrownBy(() -> decoder.decodeKeyFrame(key)).isInstanceOf(MalformedJellyException.class);
            RdfGraph graph = rdf.graph(20);
            Exact.assertSame(decoder.decodeNext(encoder.encodeNext(graph)), graph, "after a key frame of " + other);
        }
    }

    @Test
    void aPatchFrameThatIsCutAnywhereLeavesTheDecoderAsItWas() {
        RandomRdf rdf = rdf(6, PhysicalType.QUADS);
        JellyPatchEncoder encoder = new JellyPatchEncoder(JellyPatchOptions.frame(SMALL_TABLES, false), LIMITS);
        JellyPatchDecoder decoder = new JellyPatchDecoder(VALUES, LIMITS);
        for (int i = 0; i < 10; i++) {
            RdfPatch patch = rdf.patch(12);
            byte[] frame = encoder.encodeNext(patch);
            for (int at = 0; at < frame.length; at++) {
                byte[] cut = Arrays.copyOf(frame, at);
                DecoderState before = decoder.snapshot();
                try {
                    decoder.decodeNext(cut);
                    decoder.restore(before);
                } catch (MalformedJellyException e) {
                    assertThat(e.reason()).isNotEmpty();
                }
            }
            Exact.assertSame(decoder.decodeNext(frame), patch, "frame " + i);
        }
    }

    /** One encoder and one decoder through thousands of turns; saved pairs are gone back to, also after long use. */
    @ParameterizedTest
    @EnumSource
    void encoderAndDecoderStayTogetherThroughSavingRestoringFailingAndKeyFrames(PhysicalType type) {
        SplittableRandom random = new SplittableRandom(7);
        RandomRdf rdf = rdf(8, type);
        List<Statement> failing = failing(type);
        JellyGraphEncoder encoder = new JellyGraphEncoder(options(type), LIMITS);
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        record Saved(EncoderState encoder, DecoderState decoder) {}
        List<Saved> saved = new ArrayList<>();
        saved.add(new Saved(encoder.snapshot(), decoder.snapshot()));
        for (int turn = 0; turn < 3000; turn++) {
            RdfGraph graph = rdf.graph(random.nextInt(8));
            switch (random.nextInt(10)) {
                case 0 -> saved.add(new Saved(encoder.snapshot(), decoder.snapshot()));
                case 1 -> {
                    Saved back = saved.get(random.nextInt(saved.size()));
                    encoder.restore(back.encoder());
                    decoder.restore(back.decoder());
                }
                case 2 -> {
                    List<Statement> statements = new ArrayList<>(graph.statements());
                    statements.add(failing.get(random.nextInt(failing.size())));
                    assertThatThrownBy(() -> encoder.encodeNext(RdfGraph.of(statements)))
                            .isInstanceOf(MalformedJellyException.class);
                }
                case 3 -> {
                    byte[] key = encoder.encodeKeyFrame(graph);
                    Exact.assertSame(
                            random.nextBoolean() ? decoder.decodeNext(key) : decoder.decodeKeyFrame(key), graph, turn);
                }
                case 4 -> {
                    if (random.nextInt(5) == 0) {
                        encoder.reset();
                        decoder.reset();
                    }
                }
                default -> Exact.assertSame(decoder.decodeNext(encoder.encodeNext(graph)), graph, turn);
            }
        }
    }

    @Test
    void resetBeginsANewStream() {
        RandomRdf rdf = rdf(9, PhysicalType.QUADS);
        JellyGraphEncoder encoder = new JellyGraphEncoder(options(PhysicalType.QUADS), LIMITS);
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        RdfGraph first = rdf.graph(20);
        byte[] start = encoder.encodeNext(first);
        byte[] next = encoder.encodeNext(rdf.graph(20));
        decoder.decodeNext(start);
        decoder.decodeNext(next);
        encoder.reset();
        decoder.reset();
        assertThatThrownBy(() -> decoder.decodeNext(next)).isInstanceOf(MalformedJellyException.class);
        assertThat(encoder.encodeNext(first)).isEqualTo(start);
        byte[] triples = new JellyGraphEncoder(options(PhysicalType.TRIPLES), LIMITS)
                .encodeNext(rdf(10, PhysicalType.TRIPLES).graph(3));
        assertThat(decoder.decodeNext(triples).statements()).hasSize(3);
    }

    @Test
    void stateOfOtherOptionsOrLimitsOrKindIsRefused() {
        JellyGraphEncoder encoder = new JellyGraphEncoder(options(PhysicalType.QUADS), LIMITS);
        JellyPatchEncoder patchEncoder = new JellyPatchEncoder(JellyPatchOptions.frame(SMALL_TABLES, true), LIMITS);
        EncoderState state = encoder.snapshot();
        EncoderState patchState = patchEncoder.snapshot();
        assertThatThrownBy(() -> new JellyGraphEncoder(options(PhysicalType.TRIPLES), LIMITS).restore(state))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new JellyGraphEncoder(options(PhysicalType.QUADS), Limits.DEFAULT).restore(state))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> patchEncoder.restore(state)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> encoder.restore(patchState)).isInstanceOf(IllegalArgumentException.class);

        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        JellyPatchDecoder patchDecoder = new JellyPatchDecoder(VALUES, LIMITS);
        decoder.decodeNext(encoder.encodeNext(rdf(11, PhysicalType.QUADS).graph(3)));
        DecoderState decoderState = decoder.snapshot();
        DecoderState patchDecoderState = patchDecoder.snapshot();
        assertThatThrownBy(() -> patchDecoder.restore(decoderState)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> decoder.restore(patchDecoderState)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new JellyGraphDecoder(VALUES, Limits.DEFAULT).restore(decoderState))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
