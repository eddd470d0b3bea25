package dev.velella.serve.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.log.LogException;
import dev.velella.log.LogRecord;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.serve.state.BrokenStream;
import dev.velella.serve.state.GraphReader;
import dev.velella.serve.state.GraphStore;
import dev.velella.serve.state.StoreView;
import dev.velella.serve.state.StoredGraph;
import dev.velella.serve.state.StoredPatch;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.util.Statements;
import org.eclipse.rdf4j.model.util.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The graph after patch n has the one statement n. The patch n has the offset 10 n, if a test does not say another one. */
class PatchBatchTest {
    private static final String KEY = "k";

    @TempDir
    private Path directory;

    private GraphStore store;
    private GraphFrames frames;

    @BeforeEach
    void open() {
        store = new GraphStore(directory);
        store.begin("topic");
        frames = new GraphFrames(store.storedDictionaries());
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static Set<Statement> graph(long number) {
        return number == 0
                ? Set.of()
                : Set.of(Statements.statement(
                        Values.iri("urn:s"), Values.iri("urn:p"), Values.literal(number), Values.iri("urn:g")));
    }

    private static LogRecord patch(long number, long offset) {
        return new LogRecord(
                "patches",
                0,
                offset,
                offset,
                1000 + number,
                KEY,
                new PatchPosition(number, GraphHash.ofSet(graph(number)), false),
                RdfPatch.change(graph(number - 1), graph(number)));
    }

    private static LogRecord patch(long number) {
        return patch(number, 10 * number);
    }

    private static LogRecord snapshot(long number) {
        return new LogRecord(
                "snapshots",
                0,
                number,
                number,
                1000 + number,
                KEY,
                new PatchPosition(number, GraphHash.ofSet(graph(number)), true),
                RdfGraph.of(List.copyOf(graph(number))));
    }

    private <T> T inBatch(Function<PatchBatch, T> changes) {
        try (PatchBatch batch = new PatchBatch(store, frames)) {
            T outcome = changes.apply(batch);
            batch.commit();
            return outcome;
        }
    }

    private void apply(LogRecord... patches) {
        inBatch(batch -> {
            for (LogRecord patch : patches) {
                batch.patch(patch);
            }
            return true;
        });
    }

    /** A record that cannot be read. */
    private void unreadable(long offset, long number) {
        inBatch(batch -> batch.refuse(0, offset, KEY, number, null, "unreadable at " + offset));
    }

    /** @param bound offset of the first patch after the snapshot; -1 if it does not tell */
    private boolean mend(LogRecord snapshot, long bound) {
        try (PatchBatch batch = new PatchBatch(store, frames)) {
            boolean mended = batch.mend(snapshot, bound, store.nextOffset(0));
            if (mended) {
                batch.commit();
            }
            return mended;
        }
    }

    private void checkServed(long number) {
        try (StoreView view = store.view()) {
            assertThat(view.broken(KEY)).isNull();
            StoredGraph graph = view.graph(KEY);
            assertThat(graph).isNotNull();
            assertThat(graph.number()).isEqualTo(number);
            assertThat(graph.hash()).isEqualTo(GraphHash.ofSet(graph(number)));
            assertThat(Set.copyOf(new GraphReader().statements(graph))).isEqualTo(graph(number));
            assertThat(graph.time()).isEqualTo(1000 + number);
        }
    }

    private BrokenStream broken() {
        try (StoreView view = store.view()) {
            BrokenStream broken = view.broken(KEY);
            assertThat(broken).isNotNull();
            return broken;
        }
    }

    /** The second break is known by its number, or by its offset alone. */
    @ParameterizedTest
    @CsvSource({"4, -1", "4, 31", "unknown, -1", "unknown, 31"})
    void aSnapshotBetweenTwoBreaksDoesNotMendTheStream(String number, long bound) {
        apply(patch(1));
        unreadable(20, 2);
        apply(patch(3));
        unreadable(40, number.equals("unknown") ? BrokenStream.UNKNOWN : Long.parseLong(number));

        assertThat(mend(snapshot(3), bound)).isFalse();

        assertThat(broken().offset()).isEqualTo(40);
        assertThat(broken().reason()).isEqualTo("unreadable at 20");
        apply(patch(5));
        assertThat(mend(snapshot(4), 41)).isTrue();
        checkServed(5);
    }

    /** A foreign record stands between the patches, so the held patches lead over it by their numbers alone. */
    @Test
    void heldPatchesDoNotLeadOverABreakOfUnknownNumber() {
        apply(patch(1));
        unreadable(15, BrokenStream.UNKNOWN);
        apply(patch(2), patch(3));

        assertThat(mend(snapshot(1), -1)).isFalse();
        assertThat(mend(snapshot(1), 11)).isFalse();
        assertThat(mend(snapshot(2), 15)).isFalse();
        assertThat(mend(snapshot(2), 21)).isTrue();
        checkServed(3);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 21})
    void aSnapshotAfterTheBreakMendsTheStreamTogetherWithTheHeldPatches(long bound) {
        apply(patch(1));
        unreadable(20, 2);
        apply(patch(3), patch(4));

        assertThat(mend(snapshot(2), bound)).isTrue();

        checkServed(4);
        apply(patch(5));
        checkServed(5);
        try (StoreView view = store.view()) {
            assertThat(view.hasPatch(KEY, 1)).isFalse(); // patch 2 is missing
            assertThat(view.hasPatch(KEY, 5)).isTrue();
        }
    }

    @Test
    void aSnapshotOfThePatchThatCouldNotBeReadMendsTheStream() {
        apply(patch(1));
        unreadable(20, 2);

        assertThat(mend(snapshot(2), -1)).isTrue();
        checkServed(2);
    }

    /** The numbers of the stream began again, so a held patch with a higher number is older than the snapshot. */
    @Test
    void aHeldPatchFromBeforeTheSnapshotIsNotAppliedAfterIt() {
        apply(patch(1));
        unreadable(20, BrokenStream.UNKNOWN);
        apply(patch(3));

        assertThat(mend(snapshot(2), 35)).isTrue();
        checkServed(2);
    }

    @Test
    void aSnapshotThatIsOlderThanTheStoredGraphMendsNothing() {
        apply(patch(1), patch(2), patch(3));
        unreadable(40, 2); // a foreign record

        assertThat(mend(snapshot(2), -1)).isFalse();
        assertThat(mend(snapshot(3), -1)).isFalse();
        assertThat(mend(snapshot(3), 41)).isTrue();
        checkServed(3);
    }

    @Test
    void aStreamWithRecordsInTwoPartitionsIsNotMended() {
        apply(patch(1));
        inBatch(batch -> batch.refuse(1, 5, KEY, 2, null, "another partition"));

        assertThat(broken().partition()).isZero();
        assertThat(mend(snapshot(2), 1000)).isFalse();
    }

    @Test
    void aHeldPatchThatDoesNotFollowTheSnapshotLeavesTheStreamBroken() {
        apply(patch(1));
        unreadable(20, 2);
        apply(patch(4));

        assertThatThrownBy(() -> mend(snapshot(2), 21))
                .isInstanceOf(LogException.class)
                .hasMessageContaining("expected patch number 3, found 4");
        assertThat(broken().offset()).isEqualTo(20);
    }

    private void begin(LogRecord snapshot, long offset) {
        inBatch(batch -> {
            batch.snapshot(snapshot, offset);
            return true;
        });
    }

    @Test
    void aSnapshotIsAtThePlaceOfItsPatchAsSoonAsThatIsRead() {
        begin(snapshot(2), 4);
        checkServed(2);
        checkPlace(4);

        apply(patch(1), patch(2)); // both are covered
        checkServed(2);
        checkPlace(20);
        apply(patch(2, 19)); // a copy that came late moves nothing back
        checkPlace(20);
    }

    private void checkPlace(long offset) {
        try (StoreView view = store.view()) {
            assertThat(view.graph(KEY)).isNotNull();
            assertThat(view.graph(KEY).offset()).isEqualTo(offset);
        }
    }

    @Test
    void aSnapshotThatIsNotNewerChangesNothing() {
        apply(patch(1), patch(2), patch(3));
        begin(snapshot(2), 0);
        checkServed(3);
        begin(snapshot(3), 0);
        checkPlace(30);
    }

    @Test
    void subscribersSeeAGapAndClientsThatGoOnGetTheMendedGraph() {
        apply(patch(1));
        unreadable(20, 2);
        apply(patch(3));
        try (StoreView view = store.view();
                var rows = view.patchesAfter(0, 10)) {
            assertThat(rows.next()).isNotNull().matches(StoredPatch::isGap).matches(gap -> gap.offset() == 20);
            assertThat(rows.next()).isNull();
        }
        long next = store.nextOffset(0);

        assertThat(mend(snapshot(2), 21)).isTrue();

        try (StoreView view = store.view()) {
            assertThat(view.graph(KEY)).isNotNull();
            assertThat(view.graph(KEY).counter())
                    .as("what a client goes on after")
                    .isEqualTo(next);
            assertThat(view.graph(KEY).moved()).isTrue();
        }
    }
}
