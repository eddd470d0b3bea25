package dev.velella.diff;

import static dev.velella.diff.DiffPipe.NOW;
import static dev.velella.diff.Rdf.VALUES;
import static dev.velella.diff.Rdf.graph;
import static dev.velella.diff.Rdf.reading;
import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.graph.GraphSettings;
import dev.velella.graph.TargetGraph;
import dev.velella.rdf.GraphHash;
import dev.velella.record.PatchPosition;
import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.junit.jupiter.api.Test;

/** What becomes of streams that are silent for too long. */
class SilentStreamsTest {
    private static final TargetGraph TARGET = TargetGraph.of(GraphSettings.DEFAULT);
    private static final long FIRST = NOW - 10_000;

    @Test
    void graphOfASilentStreamIsDeletedAndItsChainGoesOn() {
        try (DiffPipe pipe = new DiffPipe(
                "velella.stream.ttl.ms",
                "60000",
                "velella.snapshot.topic",
                "snapshots",
                "velella.snapshot.interval.patches",
                "1")) {
            pipe.send("a", reading(1), FIRST);
            pipe.send("b", reading(1), FIRST);
            pipe.readAll();
            pipe.pass(59_000);
            pipe.send("b", reading(1), FIRST + 1);
            pipe.pass(1_000);
            List<DiffPipe.Out> out = pipe.readAll();
            assertThat(out).hasSize(1);
            assertThat(out.get(0).key()).isEqualTo("a");
            assertThat(out.get(0).deletes()).containsExactlyInAnyOrderElementsOf(TARGET.statements("a", reading(1)));
            assertThat(out.get(0).adds()).isEmpty();
            assertThat(out.get(0).position()).isEqualTo(new PatchPosition(2, GraphHash.EMPTY, false));
            assertThat(out.get(0).timestamp()).isEqualTo(NOW + 60_000);
            assertThat(pipe.readAll("snapshots")).last().satisfies(record -> assertThat(record.value())
                    .isNull());
            pipe.pass(30_000);
            assertThat(pipe.isEmpty()).isTrue();
            pipe.send("a", reading(1), FIRST + 2);
            assertThat(pipe.read().position().number()).isEqualTo(3);
            assertThat(pipe.total("silent-streams-total")).isEqualTo(1);
        }
    }

    @Test
    void elementBeforeTheLastOneIsLateAlsoAfterSilence() {
        try (DiffPipe pipe = new DiffPipe("velella.stream.ttl.ms", "1000")) {
            pipe.send("a", reading(1), FIRST);
            pipe.pass(2_000);
            assertThat(pipe.readAll()).hasSize(2);
            pipe.send("a", reading(2), FIRST - 1);
            assertThat(pipe.isEmpty()).isTrue();
        }
    }

    @Test
    void silentStreamIsMarkedOnceAndTheNextElementTakesTheMarkAway() {
        try (DiffPipe pipe = new DiffPipe("velella.stream.ttl.ms", "2000", "velella.stream.ttl.action", "mark")) {
            pipe.send("a", reading(1), FIRST);
            pipe.read();
            pipe.pass(2_000);
            pipe.pass(100_000);
            List<DiffPipe.Out> out = pipe.readAll();
            IRI name = TARGET.graphName("a");
            Statement mark = VALUES.createStatement(
                    name,
                    VALUES.createIRI("urn:velella:silentSince"),
                    VALUES.createLiteral("2023-11-14T22:13:20Z", XSD.DATETIME),
                    name);
            assertThat(out).hasSize(1);
            assertThat(out.get(0).deletes()).isEmpty();
            assertThat(out.get(0).adds()).containsExactly(mark);
            pipe.send("a", reading(1), FIRST + 1);
            DiffPipe.Out back = pipe.read();
            assertThat(back.deletes()).containsExactly(mark);
            assertThat(back.adds()).isEmpty();
            assertThat(back.position())
                    .isEqualTo(new PatchPosition(3, GraphHash.ofSet(TARGET.statements("a", reading(1))), false));
        }
    }

    @Test
    void streamThatHasEndedOrIsEmptyIsNotSilent() {
        try (DiffPipe pipe = new DiffPipe("velella.stream.ttl.ms", "1000")) {
            pipe.send("a", reading(1), FIRST);
            pipe.end("a", FIRST + 1);
            pipe.send("b", graph(), FIRST);
            pipe.readAll();
            pipe.pass(60_000);
            assertThat(pipe.isEmpty()).isTrue();
        }
    }

    @Test
    void elementsThatWaitedWhileTheAppWasDownAreReadBeforeSilenceIsLookedFor() {
        try (DiffPipe pipe = new DiffPipe("velella.stream.ttl.ms", "3600000")) {
            pipe.send("a", reading(1), FIRST);
            pipe.pass(3_599_000);
            assertThat(pipe.readAll()).hasSize(1);
            pipe.pass(1_000);
            assertThat(pipe.readAll()).hasSize(1);
        }
    }

    @Test
    void nothingIsSilentUnlessThatIsConfigured() {
        try (DiffPipe pipe = new DiffPipe()) {
            pipe.send("a", reading(1), FIRST);
            pipe.pass(1_000_000_000L);
            assertThat(pipe.readAll()).hasSize(1);
        }
    }
}
