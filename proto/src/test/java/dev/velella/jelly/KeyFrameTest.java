package dev.velella.jelly;

import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Several runs of frames of one encoder, each begun with a key frame and put one after the other, as they lie in a
 * partition. A plain reader, which knows nothing of key frames, reads them straight through, and from every key frame on.
 *
 * <p>What makes that hard: Jelly has no reset, so after a key frame nothing may lean on what such a reader still has
 * from the run before, also where a table, a reference or a position is first used only in a later frame.
 */
class KeyFrameTest {
    private static final Limits LIMITS = Limits.DEFAULT;

    static Stream<Arguments> streams() {
        List<Arguments> streams = new ArrayList<>();
        for (PhysicalType type : PhysicalType.values()) {
            for (TableSizes sizes : List.of(
                    new TableSizes(8, 4, 2),
                    new TableSizes(8, 0, 2),
                    new TableSizes(8, 1, 1),
                    new TableSizes(16, 4, 0),
                    TableSizes.SMALL,
                    TableSizes.BIG)) {
                streams.add(Arguments.of(type, sizes));
            }
        }
        return streams.stream();
    }

    /** How a run is begun. */
    private interface Start {
        byte[] frame(JellyGraphEncoder encoder, RdfGraph graph);
    }

    private static final Start KEY_FRAME = JellyGraphEncoder::encodeKeyFrame;

    /** What is not enough: the state is new, but first uses are implicit, as at the start of any stream. */
    private static final Start RESET = (encoder, graph) -> {
        encoder.reset();
        return encoder.encodeNext(graph);
    };

    private static List<byte[]> write(List<List<RdfGraph>> runs, JellyOptions options, Start start) {
        JellyGraphEncoder encoder = new JellyGraphEncoder(options, LIMITS);
        List<byte[]> frames = new ArrayList<>();
        for (List<RdfGraph> run : runs) {
            frames.add(start.frame(encoder, run.get(0)));
            run.stream().skip(1).map(encoder::encodeNext).forEach(frames::add);
        }
        return frames;
    }

    private static void assertReadable(List<List<RdfGraph>> runs, JellyOptions options) throws IOException {
        List<byte[]> frames = write(runs, options, KEY_FRAME);
        List<RdfGraph> graphs = runs.stream().flatMap(List::stream).toList();
        int start = 0;
        JellyGraphDecoder keyFrameDecoder = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
        for (List<RdfGraph> run : runs) {
            String where = "from frame " + start;
            assertReadStraightOn(frames, graphs, start, options, where);
            Exact.assertSame(keyFrameDecoder.decodeKeyFrame(frames.get(start)), run.get(0), where);
            for (int i = 1; i < run.size(); i++) {
                Exact.assertSame(keyFrameDecoder.decodeNext(frames.get(start + i)), run.get(i), where);
            }
            start += run.size();
        }
    }

    private static void assertReadStraightOn(
            List<byte[]> frames, List<RdfGraph> graphs, int start, JellyOptions options, String where)
            throws IOException {
        JellyJvm.Reader peer = new JellyJvm.Reader(options.physicalType());
        JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        for (int i = start; i < frames.size(); i++) {
            Exact.assertSame(peer.read(frames.get(i)), graphs.get(i), "Jelly-JVM " + where + " at " + i);
            Exact.assertSame(decoder.decodeNext(frames.get(i)), graphs.get(i), "this codec " + where + " at " + i);
            WireMessage.writeVarint(stream, frames.get(i).length);
            stream.writeBytes(frames.get(i));
        }
        try (JellyStreamReader reader = new JellyStreamReader(
                new ByteArrayInputStream(stream.toByteArray()), LightValueFactory.getInstance(), LIMITS)) {
            for (int i = start; i < frames.size(); i++) {
                Exact.assertSame(reader.next(), graphs.get(i), "stream reader " + where + " at " + i);
            }
            assertThat(reader.next()).isNull();
        }
    }

    private static JellyOptions options(PhysicalType type, TableSizes sizes) {
        return new JellyOptions(type, sizes, sizes.names() > 16, 2);
    }

    private static IRI iri(String text) {
        return VALUES.createIRI(text);
    }

    private static RdfGraph graph(PhysicalType type, Resource s, String p, Value o, Resource g) {
        Statement triple = VALUES.createStatement(s, iri(p), o);
        return RdfGraph.of(List.of(type == PhysicalType.TRIPLES ? triple : VALUES.createStatement(s, iri(p), o, g)));
    }

    /** Graphs of one thing each, so that a run uses a table or a position for the first time in any of its frames. */
    private static List<RdfGraph> firstUses(PhysicalType type, TableSizes sizes) {
        Resource node = VALUES.createBNode("b");
        List<RdfGraph> graphs = new ArrayList<>(List.of(
                RdfGraph.of(List.of()),
                new RdfGraph(List.of(), Map.of("ex", "http://a/")),
                new RdfGraph(List.of(), Map.of("ex", "http://b/x", "", "http://b/y")),
                graph(type, node, "http://a/p", VALUES.createLiteral("plain"), null),
                graph(type, node, "http://a/p", VALUES.createLiteral("plain"), iri("http://a/g")),
                graph(type, node, "http://b/p", node, node),
                graph(type, iri("http://a/s"), "http://a/s", iri("http://a/s"), iri("http://a/s")),
                graph(type, iri("http://a/s"), "http://a/p", VALUES.createLiteral("x", "en"), null),
                graph(type, iri("http://b/s"), "http://b/p", iri("http://b/o"), iri("http://b/g")),
                graph(type, iri("http://b/o"), "http://b/p", iri("http://b/s"), iri("http://b/g")),
                graph(type, iri("urn:x"), "urn:y", iri("urn:z"), iri("urn:g"))));
        if (sizes.datatypes() > 0) {
            graphs.add(graph(type, node, "http://a/p", VALUES.createLiteral("1", XSD.INTEGER), null));
            graphs.add(graph(type, node, "http://a/p", VALUES.createLiteral("1", XSD.DOUBLE), node));
        }
        return graphs;
    }

    @ParameterizedTest
    @MethodSource("streams")
    void runsWhoseFirstUsesComeInLaterFramesAreReadFromEveryKeyFrame(PhysicalType type, TableSizes sizes)
            throws IOException {
        List<RdfGraph> pool = firstUses(type, sizes);
        SplittableRandom random = new SplittableRandom(20261103);
        for (int stream = 0; stream < 60; stream++) {
            List<List<RdfGraph>> runs = new ArrayList<>();
            for (int run = 0; run < 4; run++) {
                List<RdfGraph> frames = new ArrayList<>();
                for (int frame = 0; frame <= random.nextInt(6); frame++) {
                    frames.add(pool.get(random.nextInt(pool.size())));
                }
                runs.add(frames);
            }
            assertReadable(runs, options(type, sizes));
        }
    }

    /** Every graph of the pool after every other, in runs of their own: whatever the first run left behind. */
    @ParameterizedTest
    @MethodSource("streams")
    void everyFirstUseAfterEveryOther(PhysicalType type, TableSizes sizes) throws IOException {
        List<RdfGraph> pool = firstUses(type, sizes);
        RdfGraph empty = RdfGraph.of(List.of());
        for (RdfGraph first : pool) {
            for (RdfGraph second : pool) {
                assertReadable(List.of(List.of(first, second), List.of(empty, second, first)), options(type, sizes));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("streams")
    void runsOfRandomGraphsAreReadFromEveryKeyFrame(PhysicalType type, TableSizes sizes) throws IOException {
        boolean large = sizes.names() > 16;
        RandomRdf rdf = new RandomRdf(
                20261104,
                new RandomRdf.Shape(
                        0, large ? 200 : 20, sizes.datatypes() * 2, large ? 2 : 0, type != PhysicalType.TRIPLES));
        SplittableRandom random = new SplittableRandom(20261105);
        List<List<RdfGraph>> runs = new ArrayList<>();
        for (int run = 0; run < 12; run++) {
            List<RdfGraph> frames = new ArrayList<>();
            for (int frame = 0; frame <= random.nextInt(8); frame++) {
                frames.add(rdf.graph(random.nextInt(30)));
            }
            runs.add(frames);
        }
        assertReadable(runs, options(type, sizes));
    }

    /** The proof can fail: with runs that are begun like any stream, a plain reader reads other data, or none. */
    @Test
    void runsBegunWithoutKeyFramesAreMisread() throws IOException {
        JellyOptions options = new JellyOptions(PhysicalType.TRIPLES, TableSizes.SMALL, false, 2);
        RdfGraph first = graph(PhysicalType.TRIPLES, iri("http://a/1"), "http://a/2", iri("http://a/3"), iri("x:g"));
        RdfGraph second = graph(PhysicalType.TRIPLES, iri("http://b/1"), "http://b/1", iri("http://b/2"), iri("x:g"));
        List<List<RdfGraph>> runs = List.of(List.of(first), List.of(second));
        assertThat(readWrong(write(runs, options, RESET), List.of(first, second)))
                .isPositive();
        assertThat(readWrong(write(runs, options, KEY_FRAME), List.of(first, second)))
                .isZero();
        // Only the first entry and the first reference differ between the two.
        byte[] key = write(List.of(List.of(second)), options, KEY_FRAME).get(0);
        byte[] start = write(List.of(List.of(second)), options, RESET).get(0);
        assertThat(key.length - start.length).isBetween(1, 8);
    }

    private static int readWrong(List<byte[]> frames, List<RdfGraph> graphs) {
        JellyJvm.Reader reader = new JellyJvm.Reader(PhysicalType.TRIPLES);
        int wrong = 0;
        for (int i = 0; i < frames.size(); i++) {
            try {
                if (!Exact.same(
                        reader.read(frames.get(i)).statements(), graphs.get(i).statements())) {
                    wrong++;
                }
            } catch (IOException | RuntimeException e) {
                wrong++;
            }
        }
        return wrong;
    }

    /** State that was saved before first uses remembers that they must be explicit. */
    @ParameterizedTest
    @MethodSource("streams")
    void aRunGoesOnFromSavedStateAsAKeyFramedRun(PhysicalType type, TableSizes sizes) throws IOException {
        JellyOptions options = options(type, sizes);
        List<RdfGraph> pool = firstUses(type, sizes);
        JellyJvm.Reader peer = new JellyJvm.Reader(type);
        JellyGraphEncoder encoder = new JellyGraphEncoder(options, LIMITS);
        for (int run = 0; run < 40; run++) {
            for (int frame = 0; frame < 4; frame++) {
                RdfGraph graph = pool.get((run * 5 + frame * 3) % pool.size());
                byte[] bytes = frame == 0 ? encoder.encodeKeyFrame(graph) : encoder.encodeNext(graph);
                Exact.assertSame(peer.read(bytes), graph, "run " + run + ", frame " + frame);
                JellyGraphEncoder other = new JellyGraphEncoder(options, LIMITS);
                other.restore(encoder.snapshot());
                encoder = other;
            }
        }
    }

    static Stream<Arguments> patchStreams() {
        List<Arguments> streams = new ArrayList<>();
        for (JellyPatchOptions.StatementType type : JellyPatchOptions.StatementType.values()) {
            for (TableSizes sizes : List.of(
                    new TableSizes(8, 4, 2),
                    new TableSizes(8, 0, 2),
                    new TableSizes(8, 1, 1),
                    TableSizes.SMALL,
                    TableSizes.BIG)) {
                streams.add(Arguments.of(type, sizes));
            }
        }
        return streams.stream();
    }

    @ParameterizedTest
    @MethodSource("patchStreams")
    void patchesAreReadFromEveryKeyFrameByAPlainReader(JellyPatchOptions.StatementType type, TableSizes sizes) {
        boolean quads = type == JellyPatchOptions.StatementType.QUADS;
        boolean large = sizes.names() > 16;
        JellyPatchOptions options =
                new JellyPatchOptions(type, JellyPatchOptions.StreamType.FRAME, sizes, false, large);
        RandomRdf rdf = new RandomRdf(
                20261106, new RandomRdf.Shape(0, large ? 200 : 20, sizes.datatypes() * 2, large ? 2 : 0, quads));
        SplittableRandom random = new SplittableRandom(20261107);
        JellyPatchEncoder encoder = new JellyPatchEncoder(options, LIMITS);
        List<byte[]> frames = new ArrayList<>();
        List<RdfPatch> patches = new ArrayList<>();
        List<Integer> starts = new ArrayList<>();
        for (int frame = 0; frame < 80; frame++) {
            RdfPatch patch = random.nextInt(3) == 0 ? onePatch(rdf, random.nextInt(4)) : rdf.patch(random.nextInt(20));
            boolean start = frame == 0 || random.nextInt(4) == 0;
            if (start) {
                starts.add(frame);
            }
            frames.add(start ? encoder.encodeKeyFrame(patch) : encoder.encodeNext(patch));
            patches.add(patch);
        }
        for (int start : starts) {
            PlainPatchReader plain = new PlainPatchReader();
            JellyPatchDecoder decoder = new JellyPatchDecoder(LightValueFactory.getInstance(), LIMITS);
            JellyPatchDecoder keyFrameDecoder = new JellyPatchDecoder(LightValueFactory.getInstance(), LIMITS);
            for (int i = start; i < frames.size(); i++) {
                String where = "from frame " + start + " at " + i;
                Exact.assertSame(plain.read(frames.get(i)), patches.get(i), "plain reader " + where);
                Exact.assertSame(decoder.decodeNext(frames.get(i)), patches.get(i), "this codec " + where);
                RdfPatch read = starts.contains(i)
                        ? keyFrameDecoder.decodeKeyFrame(frames.get(i))
                        : keyFrameDecoder.decodeNext(frames.get(i));
                Exact.assertSame(read, patches.get(i), "at key frames " + where);
            }
        }
    }

    /** Nothing, a header, or a namespace: patches that put off the first statement. */
    private static RdfPatch onePatch(RandomRdf rdf, int kind) {
        return switch (kind) {
            case 0 -> new RdfPatch(List.of());
            case 1 -> new RdfPatch(List.of(new PatchOperation.Header("id", iri("uuid:1"))));
            case 2 -> new RdfPatch(List.of(new PatchOperation.DeleteNamespace("ex", null, null)));
            default -> RdfPatch.change(List.of(), List.of(rdf.statement()));
        };
    }

    @Test
    void aKeyFrameInTheMiddleIsReadByADecoderThatKnowsNothing() {
        JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS);
        RandomRdf rdf = new RandomRdf(1, new RandomRdf.Shape(0, 50, 5, 0, true));
        encoder.encodeKeyFrame(rdf.graph(50));
        encoder.encodeNext(rdf.graph(50));
        RdfGraph graph = rdf.graph(50);
        byte[] frame = encoder.encodeKeyFrame(graph);
        Exact.assertSame(
                new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS).decode(frame), graph, "self-contained");
        byte[] next = encoder.encodeNext(graph);
        assertThatCode(() -> new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS).decode(next))
                .isInstanceOf(MalformedJellyException.class);
        assertThat(Arrays.equals(frame, next)).isFalse();
    }
}
