package dev.velella.diff;

import static dev.velella.diff.DiffPipe.NOW;
import static dev.velella.diff.DiffPipe.bytes;
import static dev.velella.diff.Rdf.graph;
import static dev.velella.diff.Rdf.reading;
import static dev.velella.diff.Rdf.triple;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.dictionary.DictionaryStore;
import dev.velella.diff.app.DiffTopology;
import dev.velella.diff.compare.RollingDiffTest;
import dev.velella.diff.element.RejectedRecordException;
import dev.velella.diff.options.FrameOptions;
import dev.velella.frame.DictionaryPlace;
import dev.velella.frame.EncoderSettings;
import dev.velella.graph.GraphSettings;
import dev.velella.graph.TargetGraph;
import dev.velella.jelly.JellyPatchDecoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.keyframe.StatefulFrame;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.apache.kafka.streams.errors.StreamsException;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

/** Records that continue each other, on both sides of the topology. */
class DiffStreamsTest {
    private static final long FIRST = NOW - 10_000;

    private static PartitionEncoder writer(int interval) {
        return new PartitionEncoder(
                new EncoderSettings(
                        JellyOptions.TOPIC,
                        JellyPatchOptions.frame(TableSizes.BIG, false),
                        StatementOrder.GIVEN,
                        Limits.DEFAULT),
                new KeyFrameInterval(interval, 600_000));
    }

    @Test
    void everyPatchIsAWholeStreamWhereThatIsConfigured() {
        try (DiffPipe pipe = new DiffPipe("velella.jelly.mode", "self-contained")) {
            pipe.send("a", reading(1), FIRST);
            pipe.send("a", reading(2), FIRST + 1);
            for (DiffPipe.Out out : pipe.readAll()) {
                assertThat(out.headers()).doesNotContainKey("jelly");
                assertThat(new JellyPatchDecoder(Rdf.VALUES, Limits.DEFAULT)
                                .decode(out.record().value())
                                .operations())
                        .isEqualTo(out.patch().operations());
            }
        }
    }

    @Test
    void statementsOfAPatchAreWrittenInDenseOrder() {
        Statement[] mixed = new Statement[20];
        for (int i = 0; i < mixed.length; i++) {
            mixed[i] = triple("s" + i % 2, "p" + i % 5, "o" + i);
        }
        Set<Statement> target = TargetGraph.of(GraphSettings.DEFAULT).statements("a", graph(mixed));
        try (DiffPipe pipe = new DiffPipe()) {
            pipe.send("a", graph(mixed), FIRST);
            List<Statement> adds = pipe.read().adds();
            assertThat(adds).containsExactlyInAnyOrderElementsOf(target);
            assertThat(adds.stream().map(Statement::getSubject).distinct().toList())
                    .as("subjects that stand beside each other")
                    .hasSize(runs(adds));
        }
    }

    /** The number of times that a statement has another subject than the one before it. */
    private static int runs(List<Statement> statements) {
        int runs = 0;
        for (int i = 0; i < statements.size(); i++) {
            if (i == 0
                    || !statements
                            .get(i)
                            .getSubject()
                            .equals(statements.get(i - 1).getSubject())) {
                runs++;
            }
        }
        return runs;
    }

    @Test
    void writersOfOnePartitionAreReadApart() {
        PartitionEncoder one = writer(4);
        PartitionEncoder other = writer(3);
        try (DiffPipe pipe = new DiffPipe()) {
            for (int i = 0; i < 20; i++) {
                pipe.send("one", one.encode(reading(i)), FIRST + i);
                pipe.send("other", other.encode(graph(triple("s", "p", "o" + i))), FIRST + i);
                pipe.send("plain", reading(i), FIRST + i);
            }
            List<DiffPipe.Out> out = pipe.readAll();
            assertThat(out).hasSize(60);
            for (String key : List.of("one", "other", "plain")) {
                Set<Statement> held = new LinkedHashSet<>();
                for (DiffPipe.Out patch : out) {
                    if (patch.key().equals(key)) {
                        held = RollingDiffTest.applied(patch.patch(), held);
                        assertThat(patch.position().hash()).isEqualTo(GraphHash.ofSet(held));
                    }
                }
            }
            assertThat(pipe.total("look-backs-total")).isZero();
            assertThat(pipe.total("records-lost-total")).isZero();
        }
    }

    @Test
    void elementsThatWereLostAreCountedAndTheNextPatchCoversThem() {
        PartitionEncoder writer = writer(3);
        List<StatefulFrame> frames = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            frames.add(writer.encode(reading(i)));
        }
        try (DiffPipe pipe = new DiffPipe()) {
            pipe.send("a", frames.get(0), FIRST);
            pipe.send("a", frames.get(3), FIRST + 3);
            pipe.send("a", frames.get(9), FIRST + 9);
            List<DiffPipe.Out> out = pipe.readAll();
            assertThat(out).hasSize(3);
            assertThat(out.get(2).position().hash())
                    .isEqualTo(GraphHash.ofSet(
                            TargetGraph.of(GraphSettings.DEFAULT).statements("a", reading(9))));
            assertThat(pipe.total("records-lost-total")).isEqualTo(2 + 5);
        }
    }

    @Test
    void recordThatItsWriterSentTwiceGivesOnePatchEvenBehindThatOfAnotherWriter() {
        StatefulFrame sentTwice = writer(10).encode(reading(1));
        StatefulFrame between = writer(10).encode(reading(2));
        try (DiffPipe pipe = new DiffPipe("velella.late", "keep")) {
            pipe.send("a", sentTwice, FIRST);
            pipe.send("a", between, FIRST + 1);
            pipe.send("a", sentTwice, FIRST);
            List<DiffPipe.Out> out = pipe.readAll();
            assertThat(out).hasSize(2);
            assertThat(out.get(1).adds())
                    .isSubsetOf(TargetGraph.of(GraphSettings.DEFAULT).statements("a", reading(2)));
            assertThat(pipe.total("repeats-total")).isEqualTo(1);
            assertThat(pipe.total("duplicates-total")).isZero();
        }
    }

    @Test
    void malformedHeaderStopsTheAppAndIsNamed() {
        try (DiffPipe pipe = new DiffPipe()) {
            StatefulFrame frame = writer(10).encode(reading(1));
            assertThatThrownBy(() -> pipe.sendFrame(bytes("a"), frame.value(), FIRST, "jelly", "g2AAAA"))
                    .rootCause()
                    .isInstanceOf(RejectedRecordException.class)
                    .hasMessageStartingWith("graphs-0@0: ")
                    .hasMessageContaining("jelly");
        }
    }

    @Test
    void streamOfPatchesIsNotTakenForGraphs() {
        try (DiffPipe pipe = new DiffPipe()) {
            StatefulFrame patch = writer(10).encode(RdfPatch.change(List.of(), List.of(triple("s", "p", "o"))));
            assertThatThrownBy(() -> pipe.send("a", patch, FIRST))
                    .rootCause()
                    .isInstanceOf(RejectedRecordException.class)
                    .hasMessageContaining("holds a patch");
        }
    }

    @Test
    void clusterThatCannotBeAskedForTheRecordsBeforeIsNoFaultOfTheRecord() {
        PartitionEncoder writer = writer(10);
        writer.encode(reading(1));
        StatefulFrame second = writer.encode(reading(2));
        try (DiffPipe pipe =
                new DiffPipe(DiffTopology.of(DiffPipe.config(FrameOptions.LOOK_BACK_TIMEOUT.name(), "200")))) {
            pipe.send("a", reading(1), FIRST);
            assertThatThrownBy(() -> pipe.send("a", second, FIRST + 1))
                    .isInstanceOf(StreamsException.class)
                    .hasStackTraceContaining("graphs-0@1: the records before it, which it continues, could not be read")
                    .satisfies(e -> assertThat(Stream.iterate(e, Objects::nonNull, Throwable::getCause))
                            .noneMatch(RejectedRecordException.class::isInstance));
        }
    }

    @Test
    void recordThatAHandlerOfTheUsersLeavesOutIsMissingAlone() {
        try (DiffPipe pipe = new DiffPipe(
                DiffTopology.of(DiffPipe.config()),
                "processing.exception.handler",
                LogAndContinueProcessingExceptionHandler.class.getName())) {
            pipe.send("a", reading(1), FIRST);
            pipe.send("a", reading(2), FIRST + 1);
            pipe.sendFrame(bytes("a"), bytes("no frame"), FIRST + 2);
            pipe.send("a", reading(3), FIRST + 3);
            pipe.send("a", reading(4), FIRST + 4);
            List<DiffPipe.Out> out = pipe.readAll();
            assertThat(out).extracting(patch -> patch.position().number()).containsExactly(1L, 2L, 3L, 4L);
        }
    }

    @Test
    void patchesOnDictionariesAreCountedAnewAfterADoubt() {
        DictionaryStore durable = dictionary -> true;
        StreamDiff diff = new StreamDiff(
                DiffPipe.config("velella.jelly.mode", "dictionary").settings(), new CountedStore(), durable);
        DictionaryPlace first = place(diff, 1);
        assertThat(first.sequence()).isZero();
        assertThat(place(diff, 2)).isEqualTo(new DictionaryPlace(first.dictionary(), first.writer(), 1));

        diff.newStream();
        DictionaryPlace after = place(diff, 3);
        assertThat(after.dictionary()).isEqualTo(first.dictionary()).isNotNull();
        assertThat(after.sequence()).isZero();
        assertThat(after.writer()).isNotEqualTo(first.writer());
    }

    private static DictionaryPlace place(StreamDiff diff, int value) {
        StreamDiff.Step step = diff.take(Bytes.wrap(bytes("a")), "a", reading(value), value);
        step.save();
        return Objects.requireNonNull(step.frame().place());
    }

    @Test
    void withoutAPlaceForDictionariesPatchesStandAlone() {
        StreamDiff diff = new StreamDiff(
                DiffPipe.config("velella.jelly.mode", "dictionary").settings(), new CountedStore());
        StreamDiff.Step step = diff.take(Bytes.wrap(bytes("a")), "a", reading(1), 1);
        assertThat(step.frame().place()).isNull();
        assertThat(step.frame().isStateful()).isFalse();
    }
}
