package dev.velella.jelly;

import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.LogicalType;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.StreamForm;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.transcode.JellyTranscoder;
import dev.velella.jelly.transcode.TranscodedStream;
import dev.velella.jelly.wire.FrameInput;
import dev.velella.jelly.wire.OptionsRow;
import dev.velella.jelly.wire.WireReader;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import eu.neverblink.jelly.core.proto.v1.RdfQuad;
import eu.neverblink.jelly.core.proto.v1.RdfStreamFrame;
import eu.neverblink.jelly.core.proto.v1.RdfStreamRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams that are joined hold what they held, whoever wrote them and whoever reads them. */
class TranscoderTest {
    private static final Limits LIMITS = Limits.DEFAULT;
    private static final long RUNS = Long.getLong("velella.transcoder.runs", 40);

    private static final List<TableSizes> SIZES = List.of(
            new TableSizes(8, 4, 4), new TableSizes(8, 0, 8), new TableSizes(32, 9, 9), new TableSizes(40, 9, 20));

    static Stream<Arguments> shapes() {
        return Stream.of(PhysicalType.values()).flatMap(type -> SIZES.stream().map(sizes -> Arguments.of(type, sizes)));
    }

    /** A stream, its writer, and the statements that it has. */
    private record Source(TranscodedStream stream, FreeWriter writer, RandomRdf rdf, JellyGraphDecoder decoder) {}

    /** Three streams take turns frame by frame; each is written as no sensible writer would. */
    @ParameterizedTest
    @MethodSource("shapes")
    void streamsThatTakeTurnsBecomeOne(PhysicalType type, TableSizes sizes) throws IOException {
        for (long seed = 0; seed < RUNS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            // Statements of the random kind may need more names than 8, so the joined tables are larger than the
            // smallest.
            TableSizes joined = new TableSizes(32 + random.nextInt(40), random.nextInt(12), 8 + random.nextInt(8));
            JellyTranscoder transcoder = new JellyTranscoder(new JellyOptions(type, joined, true, 2), LIMITS);
            List<Source> sources = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                RandomRdf.Shape shape =
                        new RandomRdf.Shape(0, 20, 6, sizes.names() > 16 ? 1 : 0, type != PhysicalType.TRIPLES);
                sources.add(new Source(
                        transcoder.stream(""),
                        new FreeWriter(seed * 3 + i, type, sizes),
                        new RandomRdf(seed * 3 + i, shape),
                        new JellyGraphDecoder(VALUES, LIMITS)));
            }
            JellyJvm.Reader peer = new JellyJvm.Reader(type);
            JellyGraphDecoder ours = new JellyGraphDecoder(VALUES, LIMITS);
            boolean first = true;
            for (int turn = 0; turn < 20; turn++) {
                Source source = sources.get(random.nextInt(3));
                RdfGraph graph = source.rdf.graph(random.nextInt(12));
                List<byte[]> frames = type == PhysicalType.GRAPHS
                        ? source.writer.writeGraphs(RdfGraph.of(graph.statements()), random.nextBoolean())
                        : source.writer.write(graph, random.nextBoolean());
                for (byte[] frame : frames) {
                    RdfGraph expected = source.decoder.decodeNext(frame);
                    byte[] written = source.stream.next(frame);
                    String where = type + " " + sizes + " seed " + seed + ", turn " + turn;
                    Exact.assertSame(first ? ours.decode(written) : ours.decodeNext(written), expected, where);
                    Exact.assertSame(peer.read(written), expected, where + ", by Jelly-JVM");
                    assertThat(JellyFrames.metadata(written)).hasSameSizeAs(JellyFrames.metadata(frame));
                    first = false;
                }
            }
        }
    }

    /** Frames that have most rows in common with the frame before, in all forms, into tables that forget. */
    @ParameterizedTest
    @EnumSource(PhysicalType.class)
    void rowsThatComeAgainAreCopiedRight(PhysicalType type) throws IOException {
        for (long seed = 0; seed < RUNS * 5; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            TableSizes joined = new TableSizes(10 + random.nextInt(60), random.nextInt(14), 4 + random.nextInt(6));
            JellyTranscoder transcoder = new JellyTranscoder(new JellyOptions(type, joined, false, 2), LIMITS);
            // Jelly-JVM takes language tags that differ in case for the same.
            RandomRdf rdf = new RandomRdf(seed, new RandomRdf.Shape(0, 25, 4, 0, type != PhysicalType.TRIPLES, false));
            List<Recurring> streams = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                JellyOptions options = new JellyOptions(
                        type, new TableSizes(16 + random.nextInt(40), 4 + random.nextInt(9), 8), false, 2);
                streams.add(new Recurring(
                        transcoder.stream(""),
                        new JellyGraphEncoder(options, LIMITS),
                        new JellyJvm.Writer(options.withNamespaces(false)),
                        new JellyGraphDecoder(VALUES, LIMITS),
                        random.nextInt(3),
                        new ArrayList<>(rdf.graph(15).statements())));
            }
            JellyGraphDecoder ours = new JellyGraphDecoder(VALUES, LIMITS);
            JellyJvm.Reader peer = new JellyJvm.Reader(type);
            for (int turn = 0; turn < 30; turn++) {
                Recurring each = streams.get(random.nextInt(3) == 0 ? 1 : 0);
                each.change(random, rdf);
                RdfGraph graph = RdfGraph.of(each.statements);
                byte[] written = each.write(graph);
                String where = type + " seed " + seed + ", turn " + turn + ", form " + each.form;
                Exact.assertSame(turn == 0 ? ours.decode(written) : ours.decodeNext(written), graph, where);
                Exact.assertSame(peer.read(written), graph, where + ", by Jelly-JVM");
            }
        }
    }

    @Test
    void aRowOfTheSameBytesWithAnotherEntryIsNotCopied() {
        JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS);
        TranscodedStream stream = new JellyTranscoder(JellyOptions.TOPIC, LIMITS).stream("");
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        for (String name : List.of("one", "two", "one", "one")) {
            RdfGraph graph = RdfGraph.of(List.of(VALUES.createStatement(
                    VALUES.createIRI("x:a/" + name), VALUES.createIRI("x:a/p"), VALUES.createIRI("x:a/o"))));
            Exact.assertSame(decoder.decodeNext(stream.next(encoder.encode(graph))), graph, name);
            stream.end();
        }
    }

    /**
     * Rows of one stream use prefixes again that rows of another stream have overwritten a short time ago. Its first row has a
     * prefix that stays, so the second row begins from the same running ids as before.
     */
    @Test
    void aRowWhoseEntriesWereOverwrittenIsNotCopied() {
        JellyOptions joined = new JellyOptions(PhysicalType.QUADS, new TableSizes(400, 8, 8), false, 2);
        JellyTranscoder transcoder = new JellyTranscoder(joined, LIMITS);
        TranscodedStream same = transcoder.stream("");
        TranscodedStream flood = transcoder.stream("");
        JellyGraphEncoder ofSame = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS);
        JellyGraphEncoder ofFlood = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS);
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        List<Statement> statements = new ArrayList<>();
        for (String prefix : List.of("x:a/", "x:b/", "x:c/")) {
            statements.add(VALUES.createStatement(
                    VALUES.createIRI(prefix + "s"), VALUES.createIRI(prefix + "p"), VALUES.createIRI(prefix + "o")));
        }
        RdfGraph graph = RdfGraph.of(statements);
        for (int turn = 0; turn < 12; turn++) {
            for (int again = 0; again < 5; again++) {
                Exact.assertSame(decoder.decodeNext(same.next(ofSame.encodeNext(graph))), graph, "turn " + turn);
            }
            List<Statement> others = new ArrayList<>();
            for (int i = 0; i < 4 * turn; i++) {
                IRI other = VALUES.createIRI("y:" + (i % 9) + "/s");
                others.add(VALUES.createStatement(other, VALUES.createIRI("x:a/p"), other));
            }
            RdfGraph more = RdfGraph.of(others);
            Exact.assertSame(decoder.decodeNext(flood.next(ofFlood.encodeNext(more))), more, "turn " + turn);
        }
    }

    /** Two streams in turn have more datatypes than the joined table, so one overwrites those of the other. */
    @Test
    void aDatatypeThatWasOverwrittenIsWrittenAgain() {
        JellyOptions joined = new JellyOptions(PhysicalType.QUADS, new TableSizes(64, 8, 4), false, 2);
        JellyTranscoder transcoder = new JellyTranscoder(joined, LIMITS);
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        List<TranscodedStream> streams = List.of(transcoder.stream(""), transcoder.stream(""));
        List<JellyGraphEncoder> encoders = List.of(
                new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS), new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS));
        IRI term = VALUES.createIRI("x:a/s");
        for (int turn = 0; turn < 6; turn++) {
            List<Statement> statements = new ArrayList<>();
            for (int type = 0; type < 3; type++) {
                IRI datatype = VALUES.createIRI("x:type/" + turn % 2 + "-" + type);
                statements.add(VALUES.createStatement(term, term, VALUES.createLiteral("1", datatype)));
            }
            RdfGraph graph = RdfGraph.of(statements);
            byte[] frame = encoders.get(turn % 2).encodeNext(graph);
            Exact.assertSame(decoder.decodeNext(streams.get(turn % 2).next(frame)), graph, "turn " + turn);
        }
    }

    /** The last frame had all that the row needs, but the stream is another one. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aFirstStatementThatLacksATermIsRefused(int position) throws IOException {
        TranscodedStream stream = new JellyTranscoder(JellyOptions.TOPIC, LIMITS).stream("");
        IRI term = VALUES.createIRI("x:a/s");
        byte[] frame = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS)
                .encode(RdfGraph.of(List.of(VALUES.createStatement(term, term, term))));
        stream.next(frame);
        stream.end();
        RdfStreamFrame.Mutable without = RdfStreamFrame.newInstance();
        for (RdfStreamRow row : RdfStreamFrame.parseFrom(frame).getRows()) {
            if (row.hasQuad()) {
                RdfQuad.Mutable quad = row.getQuad().clone();
                switch (position) {
                    case 1 -> quad.setSubject(null);
                    case 2 -> quad.setPredicate(null);
                    default -> quad.setObject(null);
                }
                without.addRows(RdfStreamRow.newInstance().setQuad(quad));
            } else {
                without.addRows(row);
            }
        }
        byte[] incomplete = without.toByteArray();
        assertThatThrownBy(() -> stream.next(incomplete))
                .isInstanceOf(MalformedJellyException.class)
                .hasMessageContaining("lacks a term");
    }

    /** Protocol Buffers has no field 0. Rows after the first one are read another way than the first. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aStatementWithField0IsRefused(int before) throws IOException {
        IRI term = VALUES.createIRI("x:a/s");
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i <= before; i++) {
            statements.add(VALUES.createStatement(term, term, VALUES.createLiteral("text " + i)));
        }
        byte[] frame = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS).encode(RdfGraph.of(statements));
        int field = -1;
        for (int i = 0; i + 3 < frame.length; i++) {
            field = frame[i] == 0x5A && frame[i + 2] == 0x0A ? i : field; // the literal
        }
        frame[field] = 2;
        TranscodedStream stream = new JellyTranscoder(JellyOptions.TOPIC, LIMITS).stream("");
        assertThatThrownBy(() -> stream.next(frame))
                .isInstanceOf(MalformedJellyException.class)
                .hasMessageContaining("field number 0");
    }

    /** A row that the frame before had, in a self-contained frame that does not set its entries. */
    @Test
    void aRowOfTheSameBytesWithoutItsEntriesIsRefused() throws IOException {
        TranscodedStream stream = new JellyTranscoder(JellyOptions.TOPIC, LIMITS).stream("");
        IRI term = VALUES.createIRI("x:a/s");
        byte[] frame = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS)
                .encode(RdfGraph.of(List.of(VALUES.createStatement(term, term, term))));
        for (int i = 0; i < 2; i++) {
            stream.next(frame);
            stream.end();
        }
        RdfStreamFrame.Mutable without = RdfStreamFrame.newInstance();
        RdfStreamFrame.parseFrom(frame).getRows().stream()
                .filter(row -> !row.hasName() && !row.hasPrefix())
                .forEach(without::addRows);
        byte[] incomplete = without.toByteArray();
        assertThatThrownBy(() -> stream.next(incomplete))
                .isInstanceOf(MalformedJellyException.class)
                .hasMessageContaining("which no row has set");
    }

    /** A stream of graphs that change little. */
    private record Recurring(
            TranscodedStream stream,
            JellyGraphEncoder encoder,
            JellyJvm.Writer peer,
            JellyGraphDecoder decoder,
            int form,
            List<Statement> statements) {
        void change(SplittableRandom random, RandomRdf rdf) {
            for (int changes = random.nextInt(4); changes > 0; changes--) {
                int at = random.nextInt(statements.size());
                switch (random.nextInt(4)) {
                    case 0 -> statements.add(at, rdf.statement());
                    case 1 -> statements.add(statements.remove(at));
                    default -> statements.set(at, rdf.statement());
                }
            }
            if (statements.size() > 20) {
                statements.subList(5, 8).clear();
            }
        }

        byte[] write(RdfGraph graph) throws IOException {
            byte[] frame =
                    switch (form) {
                        case 0 -> encoder.encode(graph);
                        case 1 -> encoder.encodeNext(graph);
                        default -> peer.write(graph);
                    };
            Exact.assertSame(form == 0 ? decoder.decode(frame) : decoder.decodeNext(frame), graph, "form " + form);
            byte[] written = stream.next(frame);
            if (form == 0) {
                stream.end();
            }
            return written;
        }
    }

    /** Self-contained frames of one object, as a service joins the graphs of many streams. */
    @Test
    void selfContainedFramesBecomeOneSmallerStream() throws IOException {
        JellyOptions options = JellyOptions.TOPIC;
        JellyGraphEncoder encoder = new JellyGraphEncoder(options, LIMITS);
        JellyTranscoder transcoder = new JellyTranscoder(options, LIMITS);
        TranscodedStream stream = transcoder.stream("");
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        JellyJvm.Reader peer = new JellyJvm.Reader(PhysicalType.QUADS);
        JellyGraphEncoder direct = new JellyGraphEncoder(options, LIMITS);
        RandomRdf rdf = new RandomRdf(7, new RandomRdf.Shape(0, 30, 6, 0, true));
        long before = 0;
        long after = 0;
        long best = 0;
        for (int i = 0; i < 200; i++) {
            RdfGraph graph = rdf.graph(30);
            byte[] frame = encoder.encode(graph);
            byte[] joined = stream.next(frame);
            stream.end();
            Exact.assertSame(decoder.decodeNext(joined), graph, i);
            Exact.assertSame(peer.read(joined), graph, i);
            before += frame.length;
            after += joined.length;
            best += direct.encodeNext(graph).length;
        }
        assertThat(after).isLessThan(before);
        // Only the first statement of a frame repeats no term of the frame before.
        assertThat(after).isBetween(best, best + 200 * 60);
    }

    /** Streams that take turns, read by a reader of another language. */
    @Test
    void pyjellyReadsTheJoinedStream(@TempDir Path scratch) throws Exception {
        Pyjelly pyjelly = Pyjelly.require();
        JellyTranscoder transcoder =
                new JellyTranscoder(new JellyOptions(PhysicalType.QUADS, new TableSizes(48, 9, 9), false, 2), LIMITS);
        List<TranscodedStream> streams = new ArrayList<>();
        List<JellyGraphEncoder> encoders = new ArrayList<>();
        List<RandomRdf> texts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            streams.add(transcoder.stream("s" + i));
            encoders.add(new JellyGraphEncoder(
                    new JellyOptions(PhysicalType.QUADS, new TableSizes(32, 8, 8), false, 2), LIMITS));
            texts.add(new RandomRdf(20261125 + i, new RandomRdf.Shape(0, 60, 16, 0, false)));
        }
        List<byte[]> frames = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 300; i++) {
            int source = i < 3 ? i : random.nextInt(3);
            // Without namespaces: this version of pyjelly fails at every declaration of one.
            RdfGraph graph =
                    RdfGraph.of(texts.get(source).graph(random.nextInt(10)).statements());
            byte[] frame = i < 3
                    ? encoders.get(source).encode(graph)
                    : encoders.get(source).encodeNext(graph);
            byte[] joined = streams.get(source).next(frame);
            frames.add(joined);
            expected.add(Pyjelly.spelling(i == 0 ? decoder.decode(joined) : decoder.decodeNext(joined)));
        }
        assertThat(pyjelly.read(frames, scratch)).isEqualTo(expected);
    }

    @TestFactory
    Stream<DynamicTest> theConformanceSuiteIsTranscoded() throws IOException {
        return ConformanceCase.all()
                .filter(c -> c.fromJelly() && c.positive())
                .map(c -> DynamicTest.dynamicTest(c.id(), () -> {
                    List<byte[]> frames = frames(c);
                    List<byte[]> joined = transcode(frames);
                    assertThat(joined).hasSameSizeAs(frames);
                    assertThat(PlainGraphReader.read(joined)).isEqualTo(PlainGraphReader.read(frames));
                }));
    }

    @TestFactory
    Stream<DynamicTest> whatIsMalformedInTheConformanceSuiteIsRefused() throws IOException {
        return ConformanceCase.all()
                .filter(c -> c.fromJelly() && !c.positive())
                .map(c -> DynamicTest.dynamicTest(c.id(), () -> {
                    List<byte[]> frames = frames(c);
                    assertThatThrownBy(() -> transcode(frames)).isInstanceOf(MalformedJellyException.class);
                }));
    }

    private static List<byte[]> frames(ConformanceCase c) throws IOException {
        List<byte[]> frames = new ArrayList<>();
        try (FrameInput in = new FrameInput(Files.newInputStream(c.inputs().get(0)), StreamForm.DETECT, LIMITS)) {
            for (byte[] frame = in.next(); frame != null; frame = in.next()) {
                frames.add(frame);
            }
        }
        return frames;
    }

    private static List<byte[]> transcode(List<byte[]> frames) {
        JellyOptions options = options(frames);
        TranscodedStream stream = new JellyTranscoder(options, LIMITS).stream("");
        List<byte[]> joined = new ArrayList<>();
        frames.forEach(frame -> joined.add(stream.next(frame)));
        stream.end();
        return joined;
    }

    /** Of the options row, which is the first row of all. */
    private static JellyOptions options(List<byte[]> frames) {
        for (byte[] frame : frames) {
            for (WireMessage.Field field : WireMessage.parse(frame).fields()) {
                Optional<WireMessage.Field> row =
                        field.number() == 1 ? field.message().field(1) : Optional.empty();
                if (row.isPresent()) {
                    byte[] body = row.get().message().array();
                    WireReader in = new WireReader(1 << 20);
                    in.open(body, 0);
                    return OptionsRow.read(ElementKind.GRAPH, in, body.length, LIMITS)
                            .toRdf();
                }
            }
        }
        return JellyOptions.TOPIC;
    }

    @Test
    void triplesAndQuadsBecomeQuads() {
        JellyOptions triples = new JellyOptions(PhysicalType.TRIPLES, TableSizes.SMALL, false, 1);
        JellyOptions quads = new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 2).withStreamName("q");
        JellyOptions joined = JellyTranscoder.join(List.of(triples, quads)).orElseThrow();
        assertThat(joined)
                .isEqualTo(new JellyOptions(
                        "", PhysicalType.QUADS, LogicalType.DATASETS, TableSizes.BIG, false, true, true, 2));
        RdfGraph one = new RandomRdf(1, new RandomRdf.Shape(0, 20, 4, 0, false)).graph(10);
        RdfGraph two = new RandomRdf(2, new RandomRdf.Shape(0, 20, 4, 0, true)).graph(10);
        JellyTranscoder transcoder = new JellyTranscoder(joined, LIMITS);
        JellyGraphEncoder encoder = new JellyGraphEncoder(triples, LIMITS);
        JellyGraphEncoder other = new JellyGraphEncoder(quads, LIMITS);
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        TranscodedStream first = transcoder.stream("");
        TranscodedStream second = transcoder.stream("");
        for (int i = 0; i < 5; i++) {
            Exact.assertSame(
                    decoder.decodeNext(first.next(encoder.encodeNext(one))).statements(), one.statements(), "triples");
            Exact.assertSame(
                    decoder.decodeNext(second.next(other.encodeNext(two))).statements(), two.statements(), "quads");
        }
    }

    @Test
    void streamsOfGraphsAreJoinedWithTheirKindOnly() {
        JellyOptions graphs = new JellyOptions(PhysicalType.GRAPHS, TableSizes.SMALL, false, 1);
        assertThat(JellyTranscoder.join(List.of(graphs, JellyOptions.TOPIC))).isEmpty();
        assertThat(JellyTranscoder.join(List.of(graphs, graphs))).contains(graphs);
        byte[] frame = new JellyGraphEncoder(graphs, LIMITS).encode(RdfGraph.of(List.of()));
        assertThatThrownBy(() -> new JellyTranscoder(JellyOptions.TOPIC, LIMITS)
                        .stream("").next(frame))
                .isInstanceOf(MalformedJellyException.class)
                .hasMessageContaining("GRAPHS cannot be joined to a stream of QUADS");
    }

    @Test
    void blankNodesOfStreamsStayApartWhereThatIsAskedFor() {
        JellyTranscoder transcoder = new JellyTranscoder(JellyOptions.TOPIC, LIMITS);
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS);
        IRI p = VALUES.createIRI("x:p");
        BNode node = VALUES.createBNode("b");
        byte[] frame = encoder.encode(RdfGraph.of(List.of(VALUES.createStatement(node, p, node))));
        for (String prefix : List.of("s0-", "s1-", "")) {
            Statement read = decoder.decodeNext(transcoder.stream(prefix).next(frame))
                    .statements()
                    .get(0);
            assertThat(read.getSubject()).isEqualTo(VALUES.createBNode(prefix + "b"));
            assertThat(read.getObject()).isEqualTo(VALUES.createBNode(prefix + "b"));
        }
    }

    @Test
    void aFrameThatFailsLeavesNoTrace() {
        JellyTranscoder transcoder = new JellyTranscoder(JellyOptions.TOPIC, LIMITS);
        TranscodedStream bad = transcoder.stream("");
        TranscodedStream good = transcoder.stream("");
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        RandomRdf rdf = new RandomRdf(3, new RandomRdf.Shape(0, 20, 4, 0, true));
        JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS);
        RdfGraph graph = rdf.graph(20);
        byte[] whole = encoder.encode(graph);
        byte[] cut = java.util.Arrays.copyOf(whole, whole.length - 1);
        assertThatThrownBy(() -> bad.next(cut)).isInstanceOf(MalformedJellyException.class);
        Exact.assertSame(decoder.decode(good.next(whole)), graph, "the first frame has the options");
        assertThatThrownBy(() -> bad.next(whole))
                .as("its tables are not known any more")
                .isInstanceOf(MalformedJellyException.class);
    }

    @Test
    void anOpenGraphKeepsOthersOut() {
        JellyOptions graphs = new JellyOptions(PhysicalType.GRAPHS, TableSizes.SMALL, false, 1);
        FreeWriter writer = new FreeWriter(5, PhysicalType.GRAPHS, TableSizes.SMALL);
        RandomRdf rdf = new RandomRdf(5, new RandomRdf.Shape(0, 20, 4, 0, true));
        JellyOptions star = new JellyOptions(PhysicalType.GRAPHS, TableSizes.SMALL, true, 2);
        JellyTranscoder transcoder = new JellyTranscoder(star, LIMITS);
        TranscodedStream stream = transcoder.stream("");
        TranscodedStream other = transcoder.stream("");
        byte[] empty = new JellyGraphEncoder(graphs, LIMITS).encode(RdfGraph.of(List.of()));
        int refused = 0;
        for (int i = 0; i < 20; i++) {
            for (byte[] frame : writer.writeGraphs(RdfGraph.of(rdf.graph(12).statements()), true)) {
                stream.next(frame);
                try {
                    stream.end();
                    return;
                } catch (MalformedJellyException e) {
                    assertThat(e).hasMessageContaining("within a graph");
                    assertThatThrownBy(() -> other.next(empty)).isInstanceOf(IllegalStateException.class);
                    refused++;
                }
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void aStreamWithoutOptionsIsNone() {
        TranscodedStream stream = new JellyTranscoder(JellyOptions.TOPIC, LIMITS).stream("");
        assertThatThrownBy(stream::end)
                .isInstanceOf(MalformedJellyException.class)
                .hasMessageContaining("ends without options");
    }

    @Test
    void tablesAreBounded() {
        Limits small = new Limits(4096, 1024, 256, 1 << 20, 1000, 1 << 10, 400, 4, 1000);
        JellyTranscoder transcoder = new JellyTranscoder(JellyOptions.TOPIC, small);
        TranscodedStream stream = transcoder.stream("");
        JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 100; i++) {
                        IRI iri = VALUES.createIRI("http://example.org/a-rather-long-name-of-a-thing-" + i);
                        stream.next(encoder.encodeNext(RdfGraph.of(List.of(VALUES.createStatement(iri, iri, iri)))));
                    }
                })
                .isInstanceOf(MalformedJellyException.class)
                .hasMessageContaining("limit of 400 bytes");
        // Self-contained frames need only the tables of one.
        TranscodedStream frames = new JellyTranscoder(JellyOptions.TOPIC, LIMITS).stream("");
        for (int i = 0; i < 100; i++) {
            IRI iri = VALUES.createIRI("http://example.org/a-rather-long-name-of-a-thing-" + i);
            frames.next(encoder.encode(RdfGraph.of(List.of(VALUES.createStatement(iri, iri, iri)))));
            frames.end();
        }
    }
}
