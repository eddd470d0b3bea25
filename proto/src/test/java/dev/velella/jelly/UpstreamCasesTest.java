package dev.velella.jelly;

import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.dictionary.Dictionary;
import dev.velella.dictionary.DictionaryEncoder;
import dev.velella.dictionary.DictionaryFrame;
import dev.velella.frame.EncoderSettings;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.StreamElement;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The cases that {@code docs/upstream/cases} offers to the conformance suite of Jelly-RDF: streams that begin anew with explicit
 * ids, and dictionaries. They have the form of the suite: a delimited file, and the statements of each frame. Our reader and
 * Jelly-JVM read the same in them.
 */
class UpstreamCasesTest {
    private static final Path FOLDER = Path.of("../docs/upstream/cases");
    private static final JellyOptions OPTIONS = new JellyOptions(PhysicalType.QUADS, TableSizes.SMALL, false, 1);
    private static final EncoderSettings SETTINGS = new EncoderSettings(
            OPTIONS, JellyPatchOptions.frame(TableSizes.SMALL, false), StatementOrder.GIVEN, Limits.DEFAULT);

    /** A file of frames, and what each of them says. */
    private record Case(List<byte[]> frames, List<RdfGraph> graphs) {
        Case() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        Case add(byte[] frame, RdfGraph graph) {
            frames.add(frame);
            graphs.add(graph);
            return this;
        }

        byte[] bytes() throws IOException {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            for (byte[] frame : frames) {
                assertThat(frame).as("its length is one byte or two").hasSizeBetween(1, (1 << 14) - 1);
                if (frame.length > 0x7F) {
                    out.write(frame.length & 0x7F | 0x80);
                }
                out.write(frame.length > 0x7F ? frame.length >>> 7 : frame.length);
                out.write(frame);
            }
            return out.toByteArray();
        }
    }

    /** A reading of a station, a named graph. */
    private static RdfGraph reading(String station, int number) {
        String base = "https://example.org/" + station + "/";
        List<Statement> statements = new ArrayList<>();
        for (String property : List.of("temperature", "humidity")) {
            statements.add(VALUES.createStatement(
                    VALUES.createIRI(base + property),
                    VALUES.createIRI("http://www.w3.org/ns/sosa/hasSimpleResult"),
                    VALUES.createLiteral(
                            Integer.toString(number), VALUES.createIRI("http://www.w3.org/2001/XMLSchema#integer")),
                    VALUES.createIRI(base + number)));
        }
        return RdfGraph.of(statements);
    }

    /** Two whole streams, one behind the other; in the second, each table begins with an explicit id. */
    private static Case concatenated() {
        Case made = new Case();
        for (String station : List.of("a", "b")) {
            PartitionEncoder encoder = new PartitionEncoder(SETTINGS, new KeyFrameInterval(100, Long.MAX_VALUE));
            for (int i = 1; i <= 2; i++) {
                made.add(encoder.encode(reading(station, i)).value(), reading(station, i));
            }
        }
        return made;
    }

    /** One stream in which every second frame is a checkpoint. */
    private static Case checkpoints() {
        Case made = new Case();
        PartitionEncoder encoder = new PartitionEncoder(SETTINGS, new KeyFrameInterval(2, Long.MAX_VALUE));
        for (int i = 1; i <= 4; i++) {
            made.add(encoder.encode(reading("a", i)).value(), reading("a", i));
        }
        return made;
    }

    /** A dictionary, and frames that build on it and on nothing else. */
    @SuppressWarnings("unchecked")
    private static Case dictionary() {
        Case made = new Case();
        DictionaryEncoder encoder = new DictionaryEncoder(
                ElementKind.GRAPH,
                kind -> (JellyEncoder<StreamElement>)
                        (JellyEncoder<?>) new JellyGraphEncoder(OPTIONS, StatementOrder.GIVEN, Limits.DEFAULT),
                stored -> true,
                () -> 0);
        Dictionary dictionary = null;
        for (int i = 1; i <= 3; i++) {
            DictionaryFrame frame = encoder.encode(reading("a", i));
            if (dictionary == null) {
                dictionary = frame.dictionary();
                made.add(dictionary.frame(), RdfGraph.of(List.of()));
            }
            assertThat(frame.dictionary()).isEqualTo(dictionary);
            made.add(frame.value(), reading("a", i));
        }
        return made;
    }

    /** The dictionary once more before the last frame, as a reader does that has read another frame meanwhile. */
    private static Case dictionaryAgain() {
        Case once = dictionary();
        int last = once.frames().size() - 1;
        Case made = new Case();
        for (int i = 0; i <= last; i++) {
            if (i == last) {
                made.add(once.frames().get(0), RdfGraph.of(List.of()));
            }
            made.add(once.frames().get(i), once.graphs().get(i));
        }
        return made;
    }

    private static Map<String, Case> cases() {
        Map<String, Case> cases = new LinkedHashMap<>();
        cases.put("concatenated", concatenated());
        cases.put("checkpoints", checkpoints());
        cases.put("dictionary", dictionary());
        cases.put("dictionary-again", dictionaryAgain());
        return cases;
    }

    @TestFactory
    Stream<DynamicTest> filesAreWhatIsWrittenAndBothReadersReadThem() {
        return cases().entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> {
                    Path folder = FOLDER.resolve(each.getKey());
                    if (Boolean.getBoolean("velella.docs.write")) {
                        write(folder, each.getValue());
                    }
                    check(folder, each.getValue());
                }));
    }

    private static void write(Path folder, Case made) throws IOException {
        Files.createDirectories(folder);
        Files.write(folder.resolve("in.jelly"), made.bytes());
        for (int i = 0; i < made.graphs().size(); i++) {
            Files.writeString(
                    folder.resolve("out_%03d.nq".formatted(i)),
                    lines(made.graphs().get(i)));
        }
    }

    private static String lines(RdfGraph graph) {
        return graph.statements().stream()
                .map(st -> Stream.of(st.getSubject(), st.getPredicate(), st.getObject(), st.getContext())
                                .map(NTriplesUtil::toNTriplesString)
                                .collect(Collectors.joining(" "))
                        + " .\n")
                .collect(Collectors.joining());
    }

    private static void check(Path folder, Case made) throws IOException {
        byte[] file = Files.readAllBytes(folder.resolve("in.jelly"));
        assertThat(file)
                .as("docs/upstream/cases is stale: run mvn -pl proto -am test -Dtest=UpstreamCasesTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dvelella.docs.write=true")
                .isEqualTo(made.bytes());
        JellyJvm.Reader peer = new JellyJvm.Reader(PhysicalType.QUADS);
        try (JellyStreamReader reader = new JellyStreamReader(
                new ByteArrayInputStream(file), LightValueFactory.getInstance(), Limits.DEFAULT)) {
            for (int i = 0; i < made.graphs().size(); i++) {
                Path expected = folder.resolve("out_%03d.nq".formatted(i));
                assertThat(lines(made.graphs().get(i))).isEqualTo(Files.readString(expected));
                assertThat(reader.next())
                        .as("frame %d", i)
                        .isEqualTo(made.graphs().get(i));
                assertThat(peer.read(made.frames().get(i)))
                        .as("frame %d", i)
                        .isEqualTo(made.graphs().get(i));
            }
            assertThat(reader.next()).isNull();
        }
    }

    /** Whoever begins at a checkpoint, or at a frame with its dictionary before it, reads the same. */
    @TestFactory
    Stream<DynamicTest> aReaderMayBeginAtEachOfThem() {
        Case checkpoints = checkpoints();
        Case dictionary = dictionary();
        return Stream.of(
                DynamicTest.dynamicTest("checkpoint", () -> assertRead(checkpoints, List.of(2, 3))),
                DynamicTest.dynamicTest("dictionary, 2", () -> assertRead(dictionary, List.of(0, 2))),
                DynamicTest.dynamicTest("dictionary, 3", () -> assertRead(dictionary, List.of(0, 3))),
                DynamicTest.dynamicTest("dictionary, backwards", () -> assertRead(dictionary, List.of(0, 3, 2, 1))));
    }

    private static void assertRead(Case made, List<Integer> frames) throws IOException {
        JellyJvm.Reader peer = new JellyJvm.Reader(PhysicalType.QUADS);
        for (int frame : frames) {
            assertThat(peer.read(made.frames().get(frame)))
                    .isEqualTo(made.graphs().get(frame));
        }
    }
}
