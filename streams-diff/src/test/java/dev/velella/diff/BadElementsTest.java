package dev.velella.diff;

import static dev.velella.diff.DiffPipe.NOW;
import static dev.velella.diff.DiffPipe.bytes;
import static dev.velella.diff.DiffPipe.headers;
import static dev.velella.diff.Rdf.VALUES;
import static dev.velella.diff.Rdf.graph;
import static dev.velella.diff.Rdf.quad;
import static dev.velella.diff.Rdf.reading;
import static dev.velella.diff.Rdf.statement;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.diff.element.RejectedRecordException;
import dev.velella.graph.GraphSettings;
import dev.velella.graph.TargetGraph;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfGraph;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.AbstractRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.test.TestRecord;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One bad element harms its own stream only, whatever is wrong with it: that stream goes on with its next element. */
class BadElementsTest {
    private static final long FIRST = NOW - 10_000;
    private static final int LIMIT = 20_000;
    private static final String HOSTILE = "evil \u0001\n".repeat(LIMIT);
    private static final String[] OPTIONS = {
        "velella.on.error", "dead-letter",
        "velella.dead.letter.topic", "dead",
        "producer.max.request.size", Integer.toString(LIMIT)
    };

    /** Sends a bad record in the stream x. */
    private interface Bad {
        void send(DiffPipe pipe);
    }

    private static byte[] frame(RdfGraph graph) {
        return new JellyGraphEncoder(new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 2), Limits.DEFAULT)
                .encode(graph);
    }

    /** A graph whose frame has more bytes than the app sends. */
    private static RdfGraph large() {
        return graph(statement("station", "value", VALUES.createLiteral("x".repeat(LIMIT))));
    }

    /** Two of them are more than the app sends. */
    private static RdfGraph half(String character) {
        return graph(statement("station", "value", VALUES.createLiteral(character.repeat(LIMIT * 6 / 10))));
    }

    private static Arguments bad(String what, String reason, Bad bad) {
        return Arguments.of(what, reason, bad);
    }

    private static Arguments bad(String what, String reason, byte[] key, byte[] value, String... headers) {
        return bad(what, reason, pipe -> pipe.sendFrame(key, value, FIRST + 1, headers));
    }

    static Stream<Arguments> everyReason() {
        byte[] x = bytes("x");
        byte[] good = frame(reading(9));
        return Stream.of(
                bad("no key", "key", null, good),
                bad("a key that is no text", "key", new byte[] {(byte) 0xff}, good),
                bad("a key that is too long", "key", bytes(HOSTILE), good),
                bad("an end with a key that is too long", "key", bytes(HOSTILE), null),
                bad("a time that is no number", "header", x, good, "event-time", HOSTILE),
                bad("another content-type", "header", x, good, "content-type", HOSTILE),
                bad("a malformed header jelly", "header", x, good, "jelly", HOSTILE),
                bad("no frame", "undecodable", x, bytes(HOSTILE)),
                bad("no frame, among large headers", "undecodable", x, bytes("no"), "h", HOSTILE, "i", "y"),
                bad("an IRI that is none", "undecodable", x, bytes("\n\u0010\n\u0003x \u0001")),
                bad("a reading two hours ahead", "future", pipe -> pipe.send("x", reading(9), NOW + 7_200_000)),
                bad("a time without end", "future", x, good, "event-time", Long.toString(Long.MAX_VALUE)),
                bad(
                        "a second named graph",
                        "unfit",
                        x,
                        frame(graph(quad("s", "p", "o", "g"), quad("s", "p", "o", "h")))),
                bad(
                        "a quoted triple",
                        "unwritable",
                        x,
                        frame(graph(
                                statement("s", "p", VALUES.createTriple(Rdf.iri("a"), Rdf.iri("b"), Rdf.iri("c")))))),
                bad("a graph that is too large", "unwritable", x, frame(large())),
                bad("a patch that is too large", "unwritable", pipe -> {
                    pipe.send("x", half("x"), FIRST + 1);
                    pipe.send("a", half("z"), FIRST); // else the patch repeats the term of the one before
                    pipe.send("x", half("y"), FIRST + 1);
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("everyReason")
    void isPutAsideAndAllStreamsGoOnAsIfItHadNotBeen(String what, String reason, Bad bad) {
        try (DiffPipe pipe = new DiffPipe(OPTIONS)) {
            pipe.send("x", reading(1), FIRST);
            pipe.send("a", reading(1), FIRST);
            bad.send(pipe);
            pipe.send("a", reading(2), FIRST + 1);
            pipe.send("x", reading(2), FIRST + 2);
            pipe.send("a", reading(3), FIRST + 2);

            assertThat(graphs(pipe.readAll()))
                    .isEqualTo(Map.of("x", wanted("x", reading(2)), "a", wanted("a", reading(3))));
            List<TestRecord<byte[], byte[]>> letters = pipe.readAll("dead");
            assertThat(letters).singleElement().satisfies(letter -> {
                assertThat(headers(letter)).containsEntry("velella.error.reason", reason);
                assertThat(headers(letter).get("velella.error.exception.message"))
                        .hasSizeLessThanOrEqualTo(1_100)
                        .doesNotContain("\n");
                assertThat(size(letter)).isLessThanOrEqualTo(LIMIT);
            });
            assertThat(pipe.total("dead-letters-total")).isEqualTo(1);
        }
    }

    /** A time without end of one element stops nobody: the element is taken, and the log says so. */
    static Stream<Arguments> reasonsToStop() {
        return everyReason().filter(bad -> !bad.get()[0].equals("a time without end"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("reasonsToStop")
    void stopsTheAppWithOneShortLineWhereThatIsWanted(String what, String reason, Bad bad) {
        try (DiffPipe pipe = new DiffPipe("producer.max.request.size", Integer.toString(LIMIT))) {
            assertThatThrownBy(() -> bad.send(pipe))
                    .isInstanceOf(StreamsException.class)
                    .cause()
                    .isInstanceOf(RejectedRecordException.class)
                    .satisfies(e -> assertThat(e.getMessage())
                            .matches("graphs-0@[0-9]+: .*")
                            .hasSizeLessThanOrEqualTo(1_300)
                            .doesNotContain("\n"));
        }
    }

    private static Set<Statement> wanted(String key, RdfGraph graph) {
        return new HashSet<>(TargetGraph.of(GraphSettings.DEFAULT).statements(key, graph));
    }

    /** The graphs that the patches lead to, each of which must follow the one before and reach its hash. */
    private static Map<String, Set<Statement>> graphs(List<DiffPipe.Out> patches) {
        Map<String, Set<Statement>> graphs = new HashMap<>();
        Map<String, Long> numbers = new HashMap<>();
        for (DiffPipe.Out patch : patches) {
            Set<Statement> graph = graphs.computeIfAbsent(patch.key(), key -> new HashSet<>());
            assertThat(graph).containsAll(patch.deletes());
            patch.deletes().forEach(graph::remove);
            assertThat(patch.adds()).noneMatch(graph::contains);
            graph.addAll(patch.adds());
            assertThat(patch.position().number()).isEqualTo(numbers.merge(patch.key(), 1L, Long::sum));
            assertThat(patch.position().hash()).isEqualTo(GraphHash.ofSet(graph));
        }
        return graphs;
    }

    /** As Kafka's producer counts it. */
    private static int size(TestRecord<byte[], byte[]> record) {
        return AbstractRecords.estimateSizeInBytesUpperBound(
                RecordBatch.CURRENT_MAGIC_VALUE,
                Compression.NONE.type(),
                record.key(),
                record.value(),
                record.headers().toArray());
    }

    @Test
    void whatIsCutIsTheBeginAndItsLengthIsKnown() {
        try (DiffPipe pipe = new DiffPipe(OPTIONS)) {
            pipe.sendFrame(bytes(HOSTILE), bytes(HOSTILE), FIRST, "h", HOSTILE, "i", "y");
            TestRecord<byte[], byte[]> letter = pipe.readAll("dead").get(0);
            assertThat(HOSTILE).startsWith(new String(letter.key(), StandardCharsets.UTF_8));
            assertThat(letter.value()).hasSizeGreaterThan(LIMIT / 4);
            assertThat(HOSTILE).startsWith(new String(letter.value(), StandardCharsets.UTF_8));
            assertThat(headers(letter))
                    .containsEntry("velella.error.value", "cut")
                    .containsEntry("velella.error.value.bytes", Integer.toString(HOSTILE.length()))
                    .containsEntry("velella.error.key.bytes", Integer.toString(HOSTILE.length()))
                    .containsEntry("velella.error.headers.left.out", "1")
                    .containsEntry("i", "y")
                    .doesNotContainKey("h");
        }
    }

    @Test
    void aGraphThatHasGrownTooLargeForItsStateIsPutAsideAndGoesOnWhenItIsSmaller() {
        List<Statement> grown = new ArrayList<>();
        try (DiffPipe pipe = new DiffPipe(OPTIONS)) {
            int elements = 0;
            while (pipe.readAll("dead").isEmpty()) {
                grown.add(statement("station", "value", VALUES.createLiteral(elements + "x".repeat(2_000))));
                pipe.send("x", RdfGraph.of(grown), FIRST + elements++);
                assertThat(elements).as("each patch is small").isLessThan(100);
            }
            pipe.send("x", reading(2), FIRST + elements);
            pipe.send("a", reading(3), FIRST + elements);
            assertThat(graphs(pipe.readAll()))
                    .isEqualTo(Map.of("x", wanted("x", reading(2)), "a", wanted("a", reading(3))));
        }
    }

    @Test
    void aLateElementThatIsLargerThanItsTopicTakesIsPutAsideCut() {
        String[] late = {"velella.late", "topic", "velella.late.topic", "late"};
        try (DiffPipe pipe =
                new DiffPipe(Stream.concat(Stream.of(OPTIONS), Stream.of(late)).toArray(String[]::new))) {
            pipe.send("x", reading(1), FIRST);
            pipe.send("x", large(), FIRST - 1);
            pipe.send("x", reading(2), FIRST - 1);
            assertThat(pipe.readAll("late")).hasSize(1);
            assertThat(pipe.readAll("dead")).singleElement().satisfies(letter -> assertThat(headers(letter))
                    .containsEntry("velella.error.reason", "unwritable")
                    .containsEntry("velella.error.value", "cut"));
            assertThat(pipe.total("late-total")).isEqualTo(1);
        }
    }

    @Test
    void aStreamThatHasGrownAsLargeAsItMayCanBeDeleted() {
        String[] silence = {"velella.stream.ttl.ms", "10000", "velella.stream.ttl.action", "delete"};
        try (DiffPipe pipe = new DiffPipe(
                Stream.concat(Stream.of(OPTIONS), Stream.of(silence)).toArray(String[]::new))) {
            List<Statement> grown = new ArrayList<>();
            int elements = 0;
            do {
                for (int i = 0; i < 10; i++) {
                    grown.add(statement("station", "value", VALUES.createLiteral("v" + grown.size())));
                }
                pipe.send("x", RdfGraph.of(grown), FIRST + elements++);
                assertThat(grown).as("the graph is bounded").hasSizeLessThan(10_000);
            } while (pipe.readAll("dead").isEmpty());
            pipe.pass(70_000);
            pipe.send("a", reading(1), FIRST);
            Map<String, Set<Statement>> graphs = graphs(pipe.readAll());
            assertThat(graphs.get("x")).isEmpty();
            assertThat(graphs.get("a")).isEqualTo(wanted("a", reading(1)));
        }
    }
}
