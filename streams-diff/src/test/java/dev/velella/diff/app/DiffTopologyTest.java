package dev.velella.diff.app;

import static dev.velella.diff.DiffPipe.NOW;
import static dev.velella.diff.DiffPipe.bytes;
import static dev.velella.diff.Rdf.VALUES;
import static dev.velella.diff.Rdf.graph;
import static dev.velella.diff.Rdf.quad;
import static dev.velella.diff.Rdf.reading;
import static dev.velella.diff.Rdf.triple;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.diff.DiffPipe;
import dev.velella.diff.Rdf;
import dev.velella.diff.compare.RollingDiffTest;
import dev.velella.diff.element.RejectedRecordException;
import dev.velella.graph.GraphSettings;
import dev.velella.graph.TargetGraph;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.PatchPosition;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiffTopologyTest {
    private static final TargetGraph TARGET = TargetGraph.of(GraphSettings.DEFAULT);
    private static final long FIRST = NOW - 10_000;

    private static AbstractThrowableAssert<?, ?> rejected(ThrowingCallable sending) {
        return assertThatThrownBy(sending).rootCause().isInstanceOf(RejectedRecordException.class);
    }

    @Test
    void firstElementIsAddedWhole() {
        try (DiffPipe pipe = new DiffPipe()) {
            pipe.send("a", reading(1), FIRST);
            DiffPipe.Out out = pipe.read();
            Set<Statement> target = TARGET.statements("a", reading(1));
            assertThat(out.deletes()).isEmpty();
            assertThat(out.adds()).containsExactlyInAnyOrderElementsOf(target);
            assertThat(out.position()).isEqualTo(new PatchPosition(1, GraphHash.ofSet(target), false));
            assertThat(out.key()).isEqualTo("a");
            assertThat(out.timestamp()).isEqualTo(FIRST);
        }
    }

    @Test
    void nextElementGivesItsChangesOnly() {
        try (DiffPipe pipe = new DiffPipe()) {
            pipe.send("a", reading(1), FIRST);
            pipe.send("a", reading(2), FIRST + 1);
            pipe.read();
            DiffPipe.Out out = pipe.read();
            Statement before = List.copyOf(TARGET.statements("a", reading(1))).get(1);
            Statement after = List.copyOf(TARGET.statements("a", reading(2))).get(1);
            assertThat(out.deletes()).containsExactly(before);
            assertThat(out.adds()).containsExactly(after);
            assertThat(out.position().number()).isEqualTo(2);
            assertThat(out.position().hash()).isEqualTo(GraphHash.ofSet(TARGET.statements("a", reading(2))));
        }
    }

    @Test
    void streamsAreDiffedAndNumberedApart() {
        try (DiffPipe pipe = new DiffPipe()) {
            pipe.send("a", reading(1), FIRST);
            pipe.send("b", reading(1), FIRST);
            pipe.send("a", reading(2), FIRST + 1);
            assertThat(pipe.readAll())
                    .extracting(out -> out.key() + out.position().number())
                    .containsExactly("a1", "b1", "a2");
        }
    }

    @Test
    void onlyTheHeadersOfThePatchAreWritten() {
        try (DiffPipe pipe = new DiffPipe()) {
            pipe.send("a", reading(1), FIRST, "content-type", "application/x-jelly-rdf", "other", "y");
            pipe.send("a", reading(2), FIRST, "patch", "7.h0000000000000000", "Event-Time", "\"" + (NOW - 5) + "\"");
            DiffPipe.Out first = pipe.read();
            assertThat(first.headers())
                    .isEqualTo(Map.of(
                            "content-type",
                            "application/x-jelly-rdf-patch",
                            "patch",
                            first.position().format()));
            DiffPipe.Out second = pipe.read();
            assertThat(second.headers())
                    .containsOnlyKeys("content-type", "patch", "event-time")
                    .containsEntry("event-time", Long.toString(NOW - 5))
                    .containsEntry(
                            "patch", new PatchPosition(2, second.position().hash(), false).format());
        }
    }

    @Test
    void patchesAndSnapshotsSayTheirMessageTypeIfTheOptionSaysSo() {
        try (DiffPipe pipe = new DiffPipe(
                "velella.rdf.message.header", "true",
                "velella.snapshot.topic", "snapshots",
                "velella.snapshot.interval.patches", "1")) {
            pipe.send("a", reading(1), FIRST);
            assertThat(pipe.read().headers())
                    .containsEntry("RDF-Message-Content-Type", "application/x-jelly-rdf-patch")
                    .containsEntry("content-type", "application/x-jelly-rdf-patch");
            assertThat(pipe.readAll("snapshots"))
                    .extracting(snapshot -> DiffPipe.headers(snapshot).get("RDF-Message-Content-Type"))
                    .containsExactly("application/x-jelly-rdf");
        }
    }

    @Test
    void elementThatChangesNothingGivesNoPatch() {
        try (DiffPipe pipe = new DiffPipe()) {
            pipe.send("a", reading(1), FIRST);
            pipe.send("a", reading(1), FIRST + 1);
            pipe.send("a", reading(2), FIRST + 2);
            assertThat(pipe.readAll())
                    .extracting(out -> out.position().number())
                    .containsExactly(1L, 2L);
            assertThat(pipe.total("duplicates-total")).isEqualTo(1);
        }
    }

    @Test
    void lateElementIsDroppedAndCounted() {
        try (DiffPipe pipe = new DiffPipe()) {
            pipe.send("a", reading(2), FIRST);
            pipe.send("a", reading(1), FIRST - 1);
            pipe.send("a", reading(3), FIRST);
            assertThat(pipe.readAll()).hasSize(2);
            assertThat(pipe.total("late-total")).isEqualTo(1);
        }
    }

    @Test
    void lateElementsAreNamedInTheLogOnceInTenSeconds() {
        PrintStream before = System.err;
        ByteArrayOutputStream logged = new ByteArrayOutputStream();
        System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
        try (DiffPipe pipe = new DiffPipe()) {
            pipe.send("device 7", reading(2), FIRST);
            for (int i = 0; i < 5; i++) {
                pipe.send("device 7", reading(1), FIRST - 1 - i);
            }
            pipe.pass(10_000);
            pipe.send("device 7", reading(1), FIRST - 9);
        } finally {
            System.setErr(before);
        }
        assertThat(logged.toString(StandardCharsets.UTF_8).lines().filter(line -> line.contains("Late, and left out")))
                .hasSize(2)
                .first(InstanceOfAssertFactories.STRING)
                .contains("stream device 7, graphs-0@1: its time " + Instant.ofEpochMilli(FIRST - 1) + " is before "
                        + Instant.ofEpochMilli(FIRST));
        assertThat(logged.toString(StandardCharsets.UTF_8)).contains("4 more since the last message");
    }

    /** One device with a wrong clock must not stop all others, nor its own elements that come later. */
    @Test
    void aWildTimeOfADeviceIsLeftOutOfAccountByDefault() {
        String wild = Long.toString(NOW + 99_000_000_000L);
        try (DiffPipe pipe = new DiffPipe()) {
            pipe.send("a", reading(1), NOW, "event-time", wild);
            pipe.send("a", reading(2), NOW + 2);
            pipe.send("a", reading(3), NOW + 3, "event-time", Long.toString(Long.MAX_VALUE));
            pipe.send("a", reading(4), NOW + 3, "event-time", Long.toString(NOW + 2));
            pipe.send("b", reading(5), NOW + 4, "event-time", Long.toString(NOW - 5));
            assertThat(pipe.readAll()).hasSize(5).allSatisfy(patch -> assertThat(patch.toString())
                    .doesNotContain(wild));
            assertThat(pipe.total("late-total")).isZero();
        }
        try (DiffPipe pipe = new DiffPipe("velella.on.error", "skip")) {
            pipe.send("a", reading(1), NOW, "event-time", wild);
            pipe.send("a", reading(2), NOW + 2);
            assertThat(pipe.readAll()).hasSize(1);
            assertThat(pipe.total("records-skipped-total")).isEqualTo(1);
        }
    }

    @Test
    void duplicateMovesTheTimeOfItsStream() {
        try (DiffPipe pipe = new DiffPipe()) {
            pipe.send("a", reading(2), FIRST);
            pipe.send("a", reading(2), FIRST + 10);
            pipe.send("a", reading(1), FIRST + 5);
            assertThat(pipe.readAll()).hasSize(1);
            assertThat(pipe.total("late-total")).isEqualTo(1);
        }
    }

    @Test
    void lateElementIsTakenWhenKept() {
        try (DiffPipe pipe = new DiffPipe("velella.late", "keep")) {
            pipe.send("a", reading(2), FIRST);
            pipe.send("a", reading(1), FIRST - 1);
            assertThat(pipe.readAll()).hasSize(2);
            assertThat(pipe.total("late-total")).isZero();
        }
    }

    @Test
    void eventTimeHeaderGoesBeforeTheTimestamp() {
        try (DiffPipe pipe = new DiffPipe()) {
            pipe.send("a", reading(1), FIRST, "event-time", "1000");
            pipe.send("a", reading(2), FIRST + 1, "event-time", "999");
            pipe.send("a", reading(3), FIRST - 1, "event-time", "1000");
            assertThat(pipe.readAll()).hasSize(2);
        }
    }

    @Test
    void nullValueDeletesTheGraphAndNumbersGoOn() {
        try (DiffPipe pipe = new DiffPipe()) {
            pipe.send("a", reading(1), FIRST);
            pipe.end("a", FIRST + 1);
            pipe.end("a", FIRST + 2);
            pipe.send("a", reading(1), FIRST - 5);
            List<DiffPipe.Out> out = pipe.readAll();
            Set<Statement> target = TARGET.statements("a", reading(1));
            assertThat(out).hasSize(3);
            assertThat(out.get(1).deletes()).containsExactlyElementsOf(target);
            assertThat(out.get(1).adds()).isEmpty();
            assertThat(out.get(1).position()).isEqualTo(new PatchPosition(2, GraphHash.EMPTY, false));
            assertThat(out.get(2).adds()).containsExactlyElementsOf(target);
            assertThat(out.get(2).position().number()).isEqualTo(3);
        }
    }

    @Test
    void nullValueOfAnUnknownStreamGivesNothing() {
        try (DiffPipe pipe = new DiffPipe()) {
            pipe.end("a", FIRST);
            assertThat(pipe.isEmpty()).isTrue();
        }
    }

    @Test
    void nullValueIsNeverLate() {
        try (DiffPipe pipe = new DiffPipe()) {
            pipe.send("a", reading(1), FIRST);
            pipe.end("a", FIRST - 1);
            assertThat(pipe.readAll()).hasSize(2);
        }
    }

    @Test
    void keptGraphsStayWhereTheyAre() {
        try (DiffPipe pipe = new DiffPipe("velella.graph.policy", "keep")) {
            RdfGraph dataset = graph(quad("s", "p", "o", "g1"), quad("s", "p", "o", "g2"), triple("s", "p", "o"));
            pipe.send("a", dataset, FIRST);
            assertThat(pipe.read().adds()).containsExactlyElementsOf(dataset.statements());
        }
    }

    @Test
    void recordWithoutKeyStopsTheApp() {
        try (DiffPipe pipe = new DiffPipe()) {
            rejected(() -> pipe.send(null, reading(1), FIRST)).hasMessageContaining("no key");
        }
    }

    @Test
    void unreadableRecordStopsTheAppAndIsNamed() {
        try (DiffPipe pipe = new DiffPipe()) {
            pipe.send("a", reading(1), FIRST);
            rejected(() -> pipe.sendFrame(bytes("a"), bytes("no frame"), FIRST))
                    .hasMessageStartingWith("graphs-0@1: frame 0, byte ");
        }
    }

    @Test
    void patchesAreNotTakenForGraphs() {
        try (DiffPipe pipe = new DiffPipe()) {
            rejected(() -> pipe.send("a", reading(1), FIRST, "Content-Type", "application/x-jelly-rdf-patch"))
                    .hasMessageContaining("application/x-jelly-rdf-patch");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Application/X-Jelly-RDF", "application/x-jelly-rdf; v=1", "\"application/x-jelly-rdf\""})
    void contentTypeIsReadInAnyCase(String value) {
        try (DiffPipe pipe = new DiffPipe()) {
            pipe.send("a", reading(1), FIRST, "Content-Type", value);
            assertThat(pipe.isEmpty()).isFalse();
        }
    }

    @Test
    void eventTimeThatIsNoNumberStopsTheApp() {
        try (DiffPipe pipe = new DiffPipe()) {
            rejected(() -> pipe.send("a", reading(1), FIRST, "event-time", "now"))
                    .hasMessageContaining("now");
        }
    }

    @Test
    void timeFarAheadOfTheClockStopsTheApp() {
        try (DiffPipe pipe = new DiffPipe()) {
            pipe.send("a", reading(1), NOW + 3_600_000);
            rejected(() -> pipe.send("a", reading(2), NOW + 3_600_001)).hasMessageContaining("late.max.future.ms");
        }
        try (DiffPipe pipe = new DiffPipe("velella.late.max.future.ms", "-1")) {
            pipe.send("a", reading(1), NOW + 99_000_000);
            assertThat(pipe.isEmpty()).isFalse();
        }
    }

    @Test
    void datasetUnderPerStreamStopsTheApp() {
        try (DiffPipe pipe = new DiffPipe()) {
            RdfGraph dataset = graph(quad("s", "p", "o", "g1"), quad("s", "p", "o", "g2"));
            rejected(() -> pipe.send("a", dataset, FIRST)).hasMessageContaining("graph.policy=keep");
        }
    }

    @Test
    void outputIsTheSameWithAndWithoutStatesInMemory() {
        List<List<byte[]>> runs = List.of(
                values("velella.cache.max.statements", "0"),
                values("velella.cache.max.statements", "5"),
                values("velella.cache.max.statements", "100000"));
        assertThat(runs.get(0)).hasSizeGreaterThan(50);
        for (List<byte[]> run : runs) {
            assertThat(run).usingRecursiveComparison().isEqualTo(runs.get(0));
        }
    }

    private static List<byte[]> values(String... options) {
        try (DiffPipe pipe = new DiffPipe(options)) {
            for (int i = 0; i < 100; i++) {
                String key = "k" + i % 4;
                Statement extra = Rdf.statement("s" + i % 7, "p", VALUES.createLiteral("v" + i, "en"));
                RdfGraph both = graph(triple("station", "type", "Sensor"), extra, triple("s" + i % 5, "q", "o"));
                pipe.send(key, i % 10 == 9 ? graph() : both, FIRST + i);
            }
            return pipe.readAll().stream().map(out -> out.record().value()).toList();
        }
    }

    @Test
    void patchesAppliedInOrderReachTheHashOfEach() {
        try (DiffPipe pipe = new DiffPipe()) {
            for (int i = 0; i < 20; i++) {
                pipe.send("a", graph(triple("s", "p", "o" + i % 3), triple("s", "p", "o" + i % 4)), FIRST + i);
            }
            Set<Statement> held = new LinkedHashSet<>();
            long number = 0;
            for (DiffPipe.Out out : pipe.readAll()) {
                held = RollingDiffTest.applied(out.patch(), held);
                assertThat(out.position()).isEqualTo(new PatchPosition(++number, GraphHash.ofSet(held), false));
            }
            assertThat(number).isGreaterThan(10);
        }
    }

    @Test
    void totalsCountWhatWasReadAndWritten() {
        try (DiffPipe pipe = new DiffPipe()) {
            pipe.send("a", reading(1), FIRST);
            pipe.send("a", reading(2), FIRST + 1);
            assertThat(pipe.total("graphs-total")).isEqualTo(2);
            assertThat(pipe.total("triples-total")).isEqualTo(4);
            assertThat(pipe.total("patches-total")).isEqualTo(2);
            assertThat(pipe.total("adds-total")).isEqualTo(3);
            assertThat(pipe.total("deletes-total")).isEqualTo(1);
            int bytes = pipe.readAll().stream()
                    .mapToInt(out -> out.record().value().length)
                    .sum();
            assertThat(pipe.total("patch-bytes-total")).isEqualTo(bytes);
        }
    }
}
