package dev.velella.diff;

import static dev.velella.diff.DiffPipe.NOW;
import static dev.velella.diff.DiffPipe.bytes;
import static dev.velella.diff.DiffPipe.graph;
import static dev.velella.diff.DiffPipe.headers;
import static dev.velella.diff.Rdf.VALUES;
import static dev.velella.diff.Rdf.graph;
import static dev.velella.diff.Rdf.quad;
import static dev.velella.diff.Rdf.reading;
import static dev.velella.diff.Rdf.statement;
import static dev.velella.diff.Rdf.triple;
import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.frame.EncoderSettings;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.keyframe.StatefulFrame;
import dev.velella.rdf.RdfGraph;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.test.TestRecord;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

/** Records that cannot be taken, and late ones: where they go, and that the others do not notice. */
class RefusedRecordsTest {
    private static final long FIRST = NOW - 10_000;
    private static final String[] DEAD_LETTERS = {"velella.on.error", "dead-letter", "velella.dead.letter.topic", "dead"
    };
    private static final RdfGraph DATASET = graph(quad("s", "p", "o", "g1"), quad("s", "p", "o", "g2"));

    private static PartitionEncoder writer() {
        return new PartitionEncoder(
                new EncoderSettings(
                        new JellyOptions(dev.velella.jelly.format.PhysicalType.QUADS, TableSizes.BIG, true, 2),
                        JellyPatchOptions.frame(TableSizes.BIG, false),
                        StatementOrder.GIVEN,
                        Limits.DEFAULT),
                KeyFrameInterval.DEFAULT);
    }

    private static TestRecord<byte[], byte[]> onlyLetter(DiffPipe pipe) {
        List<TestRecord<byte[], byte[]>> letters = pipe.readAll("dead");
        assertThat(letters).hasSize(1);
        assertThat(pipe.total("dead-letters-total")).isEqualTo(1);
        assertThat(pipe.total("records-skipped-total")).isZero();
        return letters.get(0);
    }

    @Test
    void undecodableRecordGoesToTheDeadLettersByteByByte() {
        try (DiffPipe pipe = new DiffPipe(DEAD_LETTERS)) {
            pipe.send("a", reading(1), FIRST);
            pipe.sendFrame(bytes("a"), bytes("no frame"), FIRST + 1, "other", "y", "velella.error.topic", "old");
            pipe.send("a", reading(2), FIRST + 2);
            TestRecord<byte[], byte[]> letter = onlyLetter(pipe);
            assertThat(letter.key()).isEqualTo(bytes("a"));
            assertThat(letter.value()).isEqualTo(bytes("no frame"));
            // Retention counts from the timestamp: a letter of an old record must not be deleted at once.
            assertThat(letter.timestamp()).isEqualTo(DiffPipe.NOW);
            assertThat(letter.headers().toArray()).hasSize(10);
            assertThat(headers(letter))
                    .containsEntry("other", "y")
                    .containsEntry("velella.error.topic", "graphs")
                    .containsEntry("velella.error.partition", "0")
                    .containsEntry("velella.error.offset", "1")
                    .containsEntry("velella.error.timestamp", Long.toString(FIRST + 1))
                    .containsEntry("velella.error.reason", "undecodable")
                    .containsEntry("velella.error.value", "raw")
                    .containsEntry(
                            "velella.error.exception.class.name", "dev.velella.jelly.format.MalformedJellyException")
                    .hasEntrySatisfying("velella.error.exception.message", text -> assertThat(text)
                            .startsWith("frame 0, byte 1: "))
                    .containsKey("velella.error.application.id");
            assertThat(pipe.readAll())
                    .extracting(out -> out.position().number())
                    .containsExactly(1L, 2L);
        }
    }

    @Test
    void aMalformedHeaderOfVersionTwoIsADeadLetterWithAndWithoutValue() {
        try (DiffPipe pipe = new DiffPipe(DEAD_LETTERS)) {
            pipe.send("a", reading(1), FIRST);
            pipe.sendFrame(bytes("a"), bytes("no frame"), FIRST + 1, "velella", "no header");
            pipe.sendFrame(bytes("a"), null, FIRST + 2, "velella", "no header");
            pipe.send("a", reading(2), FIRST + 3);
            assertThat(pipe.readAll("dead")).hasSize(2).allSatisfy(letter -> assertThat(headers(letter))
                    .containsEntry("velella.error.reason", "header")
                    .containsEntry("velella", "no header")
                    .hasEntrySatisfying("velella.error.exception.message", text -> assertThat(text)
                            .contains("malformed")));
            assertThat(pipe.readAll()).hasSize(2);
        }
    }

    @Test
    void deadLetterOfAStatefulRecordNeedsNoOtherRecord() {
        PartitionEncoder writer = writer();
        StatefulFrame first = writer.encode(reading(1));
        StatefulFrame unfit = writer.encode(DATASET);
        StatefulFrame last = writer.encode(reading(2));
        try (DiffPipe pipe = new DiffPipe(DEAD_LETTERS)) {
            pipe.send("a", first, FIRST);
            pipe.send("a", unfit, FIRST + 1);
            pipe.send("a", last, FIRST + 2);
            TestRecord<byte[], byte[]> letter = onlyLetter(pipe);
            assertThat(graph(letter)).isEqualTo(DATASET);
            assertThat(headers(letter))
                    .doesNotContainKey("jelly")
                    .containsEntry("velella.error.jelly", unfit.header().toString())
                    .containsEntry("velella.error.reason", "unfit")
                    .containsEntry("velella.error.value", "self-contained")
                    .containsEntry("content-type", "application/x-jelly-rdf");
            assertThat(pipe.readAll()).hasSize(2);
            assertThat(pipe.total("look-backs-total")).isZero();
        }
    }

    @Test
    void recordsThatAreRefusedForKeyOrTimeAreDecodedAllTheSameSoThatTheirStreamGoesOn() {
        PartitionEncoder writer = writer();
        StatefulFrame keyless = writer.encode(reading(1));
        StatefulFrame future = writer.encode(reading(2));
        StatefulFrame last = writer.encode(reading(3));
        try (DiffPipe pipe = new DiffPipe(DEAD_LETTERS)) {
            pipe.sendFrame(
                    null, keyless.value(), FIRST, "jelly", keyless.header().toString());
            pipe.send("a", future, NOW + 3_600_001);
            pipe.send("a", last, FIRST);
            List<TestRecord<byte[], byte[]>> letters = pipe.readAll("dead");
            assertThat(letters)
                    .extracting(letter -> headers(letter).get("velella.error.reason"))
                    .containsExactly("key", "future");
            assertThat(letters).extracting(DiffPipe::graph).containsExactly(reading(1), reading(2));
            assertThat(letters.get(0).key()).isNull();
            assertThat(pipe.readAll()).hasSize(1);
            assertThat(pipe.total("look-backs-total")).isZero();
        }
    }

    @Test
    void recordThatContinuesNoneThatCanBeHadIsADeadLetterWithItsHeaderKept() {
        PartitionEncoder writer = writer();
        writer.encode(reading(1));
        StatefulFrame second = writer.encode(reading(2));
        // Without its place a record is not looked back for; a key frame that was malformed has the same effect.
        try (DiffPipe pipe = new DiffPipe(DEAD_LETTERS)) {
            pipe.sendFrame(bytes("a"), second.value(), FIRST, "jelly", "g2AAAA");
            TestRecord<byte[], byte[]> letter = onlyLetter(pipe);
            assertThat(headers(letter))
                    .containsEntry("velella.error.reason", "header")
                    .containsEntry("velella.error.jelly", "g2AAAA")
                    .containsEntry("velella.error.value", "raw");
            assertThat(letter.value()).isEqualTo(second.value());
        }
    }

    @Test
    void graphThatTheOutputCannotCarryIsADeadLetterAndReadable() {
        RdfGraph quoted = graph(statement("s", "p", VALUES.createTriple(Rdf.iri("a"), Rdf.iri("b"), Rdf.iri("c"))));
        try (DiffPipe pipe = new DiffPipe(DEAD_LETTERS)) {
            pipe.send("a", writer().encode(quoted), FIRST);
            pipe.send("a", reading(1), FIRST + 1);
            TestRecord<byte[], byte[]> letter = onlyLetter(pipe);
            assertThat(headers(letter)).containsEntry("velella.error.reason", "unwritable");
            assertThat(graph(letter)).isEqualTo(quoted);
            assertThat(pipe.read().position().number()).isEqualTo(1);
        }
    }

    @Test
    void tombstoneWithoutKeyIsADeadLetterWithoutValue() {
        try (DiffPipe pipe = new DiffPipe(DEAD_LETTERS)) {
            pipe.sendFrame(null, null, FIRST);
            TestRecord<byte[], byte[]> letter = onlyLetter(pipe);
            assertThat(letter.value()).isNull();
            assertThat(headers(letter)).containsEntry("velella.error.value", "none");
        }
    }

    @Test
    void refusedRecordIsCountedAndLeftOutWhereThatIsConfigured() {
        try (DiffPipe pipe = new DiffPipe("velella.on.error", "skip")) {
            pipe.send("a", reading(1), FIRST);
            pipe.sendFrame(bytes("a"), bytes("no frame"), FIRST + 1);
            pipe.send("a", DATASET, FIRST + 1);
            pipe.send("a", reading(2), FIRST + 2);
            assertThat(pipe.readAll())
                    .extracting(out -> out.position().number())
                    .containsExactly(1L, 2L);
            assertThat(pipe.total("records-skipped-total")).isEqualTo(2);
            assertThat(pipe.total("dead-letters-total")).isZero();
        }
    }

    @Test
    void lateElementGoesToItsTopicWholeAndWithItsHeaders() {
        PartitionEncoder writer = writer();
        StatefulFrame first = writer.encode(reading(1));
        StatefulFrame late = writer.encode(graph(triple("s", "p", "o")));
        StatefulFrame last = writer.encode(reading(2));
        try (DiffPipe pipe = new DiffPipe("velella.late", "topic", "velella.late.topic", "late")) {
            pipe.send("a", first, FIRST);
            pipe.sendFrame(
                    bytes("a"),
                    late.value(),
                    FIRST - 1,
                    "jelly",
                    late.header().toString(),
                    "other",
                    "y",
                    "Content-Type",
                    "application/x-jelly-rdf",
                    "RDF-Message-Content-Type",
                    "application/x-velella-rdf");
            pipe.send("a", last, FIRST);
            List<TestRecord<byte[], byte[]>> out = pipe.readAll("late");
            assertThat(out).hasSize(1);
            assertThat(graph(out.get(0))).isEqualTo(graph(triple("s", "p", "o")));
            assertThat(out.get(0).timestamp()).isEqualTo(FIRST - 1);
            assertThat(headers(out.get(0)))
                    .isEqualTo(Map.of(
                            "other", "y",
                            "content-type", "application/x-jelly-rdf",
                            "velella.late.topic", "graphs",
                            "velella.late.partition", "0",
                            "velella.late.offset", "1",
                            "velella.late.last.time", Long.toString(FIRST)));
            assertThat(pipe.total("late-total")).isEqualTo(1);
            assertThat(pipe.readAll()).hasSize(2);
        }
    }

    @Test
    void statementsOfADeadLetterKeepTheirOrder() {
        Statement[] both = {quad("z", "p", "o", "g1"), quad("a", "p", "o", "g2"), quad("z", "p", "o", "g1")};
        try (DiffPipe pipe = new DiffPipe(DEAD_LETTERS)) {
            pipe.send("a", graph(both), FIRST);
            assertThat(graph(onlyLetter(pipe)).statements()).containsExactly(both);
        }
    }
}
