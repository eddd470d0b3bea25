package dev.velella.jelly;

import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.jelly.write.DictionaryTerms;
import dev.velella.jelly.write.TermCounts;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Frames that build on a dictionary: they are read in any order with the dictionary alone, and by a plain reader, which
 * knows nothing of dictionaries, straight after the dictionary and one after the other.
 */
class DictionaryTest {
    private static final Limits LIMITS = Limits.DEFAULT;

    static Stream<Arguments> streams() {
        List<Arguments> streams = new ArrayList<>();
        for (PhysicalType type : PhysicalType.values()) {
            for (TableSizes sizes : List.of(
                    new TableSizes(8, 4, 2),
                    new TableSizes(8, 0, 2),
                    new TableSizes(16, 4, 0),
                    TableSizes.SMALL,
                    TableSizes.BIG)) {
                streams.add(Arguments.of(type, sizes));
            }
        }
        return streams.stream();
    }

    private record Written<T>(T element, byte[] frame) {}

    private static JellyOptions options(PhysicalType type, TableSizes sizes) {
        return new JellyOptions(type, sizes, sizes.names() > 16, 2);
    }

    private static DictionaryTerms terms(RdfGraph graph) {
        TermCounts counts = new TermCounts();
        new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS).count(graph, counts);
        return counts.terms();
    }

    private static DictionaryTerms terms(RdfPatch patch) {
        TermCounts counts = new TermCounts();
        new JellyPatchEncoder(JellyPatchOptions.TOPIC, LIMITS).count(patch, counts);
        return counts.terms();
    }

    private static RandomRdf random(TableSizes sizes, boolean contexts) {
        boolean large = sizes.names() > 16;
        return new RandomRdf(
                20261201, new RandomRdf.Shape(0, large ? 200 : 20, sizes.datatypes() * 2, large ? 2 : 0, contexts));
    }

    @ParameterizedTest
    @MethodSource("streams")
    void anEncoderThatTakesADictionaryOverWritesWhatItsMakerWrites(PhysicalType type, TableSizes sizes) {
        RandomRdf rdf = random(sizes, type != PhysicalType.TRIPLES);
        SplittableRandom random = new SplittableRandom(1);
        JellyGraphEncoder maker = new JellyGraphEncoder(options(type, sizes), LIMITS);
        JellyGraphEncoder taker = new JellyGraphEncoder(options(type, sizes), LIMITS);
        int written = 0;
        for (int round = 0; round < 10; round++) {
            byte[] dictionary = maker.makeDictionary(terms(rdf.graph(random.nextInt(sizes.names() / 4))));
            taker.takeDictionary(dictionary);
            for (int i = 0; i < 20; i++) {
                RdfGraph graph = rdf.graph(random.nextInt(12));
                byte[] frame;
                try {
                    frame = maker.encodeOnDictionary(graph);
                } catch (MalformedJellyException e) {
                    assertThatExceptionOfType(MalformedJellyException.class)
                            .isThrownBy(() -> taker.encodeOnDictionary(graph));
                    continue;
                }
                assertThat(taker.encodeOnDictionary(graph)).isEqualTo(frame);
                written++;
            }
        }
        assertThat(written).isGreaterThan(10);
    }

    @Test
    void anEncoderTakesNoDictionaryThatItWouldWriteInAnotherWay() {
        RdfGraph graph = random(TableSizes.BIG, true).graph(20);
        JellyGraphEncoder encoder = new JellyGraphEncoder(options(PhysicalType.QUADS, TableSizes.BIG), LIMITS);
        byte[] dictionary = encoder.makeDictionary(terms(graph));
        byte[] withStatements = encoder.encode(graph);
        byte[] ofOtherTables = new JellyGraphEncoder(options(PhysicalType.QUADS, new TableSizes(64, 8, 8)), LIMITS)
                .makeDictionary(terms(graph));
        for (byte[] wrong :
                List.of(new byte[0], Arrays.copyOf(dictionary, dictionary.length - 1), withStatements, ofOtherTables)) {
            assertThatExceptionOfType(MalformedJellyException.class).isThrownBy(() -> encoder.takeDictionary(wrong));
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> encoder.encodeOnDictionary(graph));
        }
        encoder.takeDictionary(dictionary);
        assertThat(encoder.encodeOnDictionary(graph)).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("streams")
    void framesAreReadInAnyOrderWithTheDictionaryAlone(PhysicalType type, TableSizes sizes) {
        RandomRdf rdf = random(sizes, type != PhysicalType.TRIPLES);
        SplittableRandom random = new SplittableRandom(1);
        JellyGraphEncoder encoder = new JellyGraphEncoder(options(type, sizes), LIMITS);
        for (int round = 0; round < 10; round++) {
            byte[] dictionary = encoder.makeDictionary(terms(rdf.graph(random.nextInt(sizes.names() / 4))));
            List<Written<RdfGraph>> written = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                RdfGraph graph = rdf.graph(random.nextInt(12));
                try {
                    written.add(new Written<>(graph, encoder.encodeOnDictionary(graph)));
                } catch (MalformedJellyException e) {
                    assertThat(sizes.names()).as(e.getMessage()).isLessThan(100);
                }
            }
            assertThat(written).hasSizeGreaterThan(3);
            List<Written<RdfGraph>> mixed = new ArrayList<>(written);
            mixed.addAll(written);
            Collections.shuffle(mixed, new Random(round));
            for (boolean lazy : new boolean[] {true, false}) {
                JellyGraphDecoder decoder =
                        new JellyGraphDecoder(lazy ? LightValueFactory.getInstance() : VALUES, LIMITS);
                decoder.readDictionary(dictionary);
                for (Written<RdfGraph> one : mixed) {
                    Exact.assertSame(decoder.decodeOnDictionary(one.frame), one.element, "lazy " + lazy);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("streams")
    void aPlainReaderReadsDictionaryAndFramesStraightThrough(PhysicalType type, TableSizes sizes) throws IOException {
        RandomRdf rdf = random(sizes, type != PhysicalType.TRIPLES);
        SplittableRandom random = new SplittableRandom(2);
        JellyGraphEncoder encoder = new JellyGraphEncoder(options(type, sizes), LIMITS);
        JellyJvm.Reader peer = new JellyJvm.Reader(type);
        JellyGraphDecoder plain = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
        RdfGraph empty = RdfGraph.of(List.of());
        for (int round = 0; round < 6; round++) {
            byte[] dictionary = encoder.makeDictionary(terms(rdf.graph(random.nextInt(sizes.names() / 4))));
            for (int i = 0; i < 60; i++) {
                if (i % 20 == 0) { // it comes again now and then
                    Exact.assertSame(peer.read(dictionary), empty, "the dictionary");
                    Exact.assertSame(plain.decodeNext(dictionary), empty, "the dictionary");
                }
                RdfGraph graph = rdf.graph(random.nextInt(12));
                byte[] frame;
                try {
                    frame = encoder.encodeOnDictionary(graph);
                } catch (MalformedJellyException e) {
                    continue;
                }
                String where = "round " + round + ", frame " + i;
                Exact.assertSame(peer.read(frame), graph, "Jelly-JVM, " + where);
                Exact.assertSame(plain.decodeNext(frame), graph, "this codec, " + where);
            }
        }
    }

    /** Frames are protobuf messages: one after the other they are one frame. */
    @ParameterizedTest
    @MethodSource("streams")
    void dictionaryAndFrameTogetherAreASelfContainedFrame(PhysicalType type, TableSizes sizes) {
        RandomRdf rdf = random(sizes, type != PhysicalType.TRIPLES);
        JellyGraphEncoder encoder = new JellyGraphEncoder(options(type, sizes), LIMITS);
        RdfGraph graph = rdf.graph(1);
        byte[] dictionary = encoder.makeDictionary(terms(graph));
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.writeBytes(dictionary);
        both.writeBytes(encoder.encodeOnDictionary(graph));
        JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
        Exact.assertSame(decoder.decode(both.toByteArray()), graph, "both");
    }

    @Test
    void patchesAreReadInAnyOrderAndByAPlainReader() {
        for (JellyPatchOptions.StatementType type : JellyPatchOptions.StatementType.values()) {
            JellyPatchOptions options =
                    new JellyPatchOptions(type, JellyPatchOptions.StreamType.FRAME, TableSizes.SMALL, false, true);
            RandomRdf rdf = random(TableSizes.SMALL, type == JellyPatchOptions.StatementType.QUADS);
            SplittableRandom random = new SplittableRandom(3);
            JellyPatchEncoder encoder = new JellyPatchEncoder(options, LIMITS);
            byte[] dictionary = encoder.makeDictionary(terms(rdf.patch(10)));
            PlainPatchReader plain = new PlainPatchReader();
            plain.read(dictionary);
            List<Written<RdfPatch>> written = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                RdfPatch patch = rdf.patch(random.nextInt(12));
                byte[] frame = encoder.encodeOnDictionary(patch);
                Exact.assertSame(plain.read(frame), patch, "plain reader");
                written.add(new Written<>(patch, frame));
            }
            Collections.shuffle(written, new Random(4));
            JellyPatchDecoder decoder = new JellyPatchDecoder(LightValueFactory.getInstance(), LIMITS);
            decoder.readDictionary(dictionary);
            for (Written<RdfPatch> one : written) {
                Exact.assertSame(decoder.decodeOnDictionary(one.frame), one.element, type);
            }
        }
    }

    private static IRI iri(String text) {
        return VALUES.createIRI(text);
    }

    private static Statement statement(String subject, String object) {
        return VALUES.createStatement(iri("http://a/" + subject), iri("http://a/p"), iri("http://a/" + object));
    }

    @Test
    void theSameElementIsTheSameBytesWhateverCameBetween() {
        JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS);
        RdfGraph graph = RdfGraph.of(List.of(statement("s", "o"), statement("s", "x")));
        byte[] dictionary = encoder.makeDictionary(terms(graph));
        byte[] first = encoder.encodeOnDictionary(graph);
        RdfGraph other = RdfGraph.of(List.of(statement("new", "newer"), statement("o", "s")));
        encoder.encodeOnDictionary(other);
        assertThat(encoder.encodeOnDictionary(graph)).isEqualTo(first);
        assertThat(encoder.makeDictionary(terms(graph))).isEqualTo(dictionary);
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        decoder.readDictionary(dictionary);
        assertThat(decoder.decodeOnDictionary(first)).isEqualTo(graph);
    }

    /** A frame that refers to entries of another frame is an error and never another value. */
    @Test
    void entriesOfAnotherFrameAreNotSeen() {
        JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS);
        RdfGraph known = RdfGraph.of(List.of(statement("s", "o")));
        byte[] dictionary = encoder.makeDictionary(terms(known));
        byte[] own = encoder.encodeOnDictionary(RdfGraph.of(List.of(statement("s", "own"))));
        encoder.makeDictionary(terms(RdfGraph.of(List.of(statement("s", "o"), statement("s", "own")))));
        byte[] needsLarger = encoder.encodeOnDictionary(RdfGraph.of(List.of(statement("s", "own"))));
        JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
        decoder.readDictionary(dictionary);
        decoder.decodeOnDictionary(own);
        assertThatExceptionOfType(MalformedJellyException.class)
                .isThrownBy(() -> decoder.decodeOnDictionary(needsLarger))
                .withMessageContaining("never set");
        assertThat(decoder.decodeOnDictionary(own).statements()).containsExactly(statement("s", "own"));
    }

    /** Rows that are the same as in the last frame are not read again; not so if they refer to that frame's own entries. */
    @Test
    void aRowThatComesAgainWithoutItsEntryIsRefused() {
        JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS);
        byte[] dictionary = encoder.makeDictionary(terms(RdfGraph.of(List.of(statement("s", "o")))));
        RdfGraph graph = RdfGraph.of(
                List.of(statement("s", "o"), statement("s", "own"), statement("o", "o"), statement("s", "o")));
        byte[] frame = encoder.encodeOnDictionary(graph);
        byte[] withoutEntries = withoutNameEntries(frame);
        assertThat(withoutEntries.length).isLessThan(frame.length);
        JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
        decoder.readDictionary(dictionary);
        for (int i = 0; i < 3; i++) {
            assertThat(decoder.decodeOnDictionary(frame)).isEqualTo(graph);
            assertThatExceptionOfType(MalformedJellyException.class)
                    .isThrownBy(() -> decoder.decodeOnDictionary(withoutEntries))
                    .withMessageContaining("never set");
        }
    }

    private static byte[] withoutNameEntries(byte[] frame) {
        ByteArrayOutputStream rows = new ByteArrayOutputStream();
        int next;
        for (int at = 0; at < frame.length; at = next) {
            next = at + 2 + frame[at + 1]; // every row here is short
            if (frame[at + 2] != 0x4A) {
                rows.write(frame, at, next - at);
            }
        }
        return rows.toByteArray();
    }

    @Test
    void aFrameThatLeansOnTheFrameBeforeIsRefused() {
        JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS);
        RdfGraph graph = RdfGraph.of(List.of(statement("s", "o"), statement("s", "x")));
        byte[] dictionary = encoder.makeDictionary(terms(graph));
        JellyGraphEncoder running = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS);
        running.encodeNext(graph);
        byte[] next = running.encodeNext(RdfGraph.of(List.of(statement("s", "o"))));
        byte[] overwrites = running.encodeKeyFrame(graph);
        JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
        decoder.readDictionary(dictionary);
        decoder.decodeOnDictionary(encoder.encodeOnDictionary(graph));
        assertThatExceptionOfType(MalformedJellyException.class).isThrownBy(() -> decoder.decodeOnDictionary(next));
        assertThatExceptionOfType(MalformedJellyException.class)
                .isThrownBy(() -> decoder.decodeOnDictionary(overwrites))
                .withMessageContaining("belongs to the dictionary");
        assertThat(decoder.decodeOnDictionary(encoder.encodeOnDictionary(graph)))
                .isEqualTo(graph);
    }

    @Test
    void aDictionaryHoldsNoStatements() {
        JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS);
        RdfGraph graph = RdfGraph.of(List.of(statement("s", "o")));
        byte[] dictionary = encoder.makeDictionary(terms(graph));
        byte[] frame = encoder.encodeOnDictionary(graph);
        JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
        decoder.readDictionary(dictionary);
        byte[] selfContained = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS).encode(graph);
        assertThatExceptionOfType(MalformedJellyException.class)
                .isThrownBy(() -> decoder.readDictionary(selfContained))
                .withMessageContaining("options and entries only");
        assertThat(decoder.decodeOnDictionary(frame)).isEqualTo(graph); // the old one is still there
        decoder.decode(selfContained);
        assertThatIllegalStateException().isThrownBy(() -> decoder.decodeOnDictionary(frame));
        encoder.encode(graph);
        assertThatIllegalStateException().isThrownBy(() -> encoder.encodeOnDictionary(graph));
    }

    @Test
    void anElementThatDoesNotFitChangesNothing() {
        JellyGraphEncoder encoder =
                new JellyGraphEncoder(new JellyOptions(PhysicalType.QUADS, new TableSizes(8, 4, 2), false, 2), LIMITS);
        RdfGraph graph = RdfGraph.of(
                List.of(statement("1", "2"), statement("3", "4"), statement("5", "6"), statement("7", "1")));
        encoder.makeDictionary(terms(graph));
        byte[] frame = encoder.encodeOnDictionary(graph);
        Statement fourNewNames = VALUES.createStatement(
                iri("http://a/new1"), iri("http://a/new2"), iri("http://a/new3"), iri("http://a/new4"));
        assertThatExceptionOfType(MalformedJellyException.class)
                .isThrownBy(() -> encoder.encodeOnDictionary(RdfGraph.of(List.of(fourNewNames))))
                .withMessageContaining("name table");
        assertThat(encoder.encodeOnDictionary(graph)).isEqualTo(frame);
    }

    private static Statement triple(String subject, String object) {
        return VALUES.createStatement(named(subject), named("p"), named(object));
    }

    private static IRI named(String name) {
        return VALUES.createIRI("http://example.org/" + name);
    }

    /** In the first frame the entry of y becomes the entry of z, so the row of y has the bytes of the next frame's row of z. */
    @Test
    void aFrameThatOverwritesItsOwnEntriesTellsNothingAboutTheNextOne() {
        JellyGraphEncoder encoder = new JellyGraphEncoder(options(PhysicalType.QUADS, new TableSizes(8, 4, 2)), LIMITS);
        byte[] dictionary = encoder.makeDictionary(
                terms(RdfGraph.of(List.of(triple("a", "b"), triple("c", "d"), triple("e", "a")))));
        RdfGraph first = RdfGraph.of(List.of(triple("a", "x"), triple("y", "a"), triple("c", "x"), triple("b", "z")));
        RdfGraph second = RdfGraph.of(List.of(triple("a", "x"), triple("z", "a"), triple("c", "x")));
        JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), LIMITS);
        decoder.readDictionary(dictionary);
        for (RdfGraph graph : List.of(first, second, first, second)) {
            Exact.assertSame(decoder.decodeOnDictionary(encoder.encodeOnDictionary(graph)), graph, "overwritten entry");
        }
    }
}
