package dev.velella.diff.output;

import static dev.velella.diff.DiffPipe.NOW;
import static dev.velella.diff.DiffPipe.graph;
import static dev.velella.diff.DiffPipe.headers;
import static dev.velella.diff.Rdf.graph;
import static dev.velella.diff.Rdf.reading;
import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.diff.DiffPipe;
import dev.velella.diff.app.Upkeep;
import dev.velella.diff.compare.RollingDiffTest;
import dev.velella.graph.GraphSettings;
import dev.velella.graph.TargetGraph;
import dev.velella.rdf.GraphHash;
import dev.velella.record.PatchPosition;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.test.TestRecord;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

/** Snapshots by number and by time, and what a store that starts from them gets. */
class SnapshotsTest {
    private static final TargetGraph TARGET = TargetGraph.of(GraphSettings.DEFAULT);
    private static final long FIRST = NOW - 10_000;

    private static DiffPipe pipe(String patches, String ms) {
        return new DiffPipe(
                "velella.snapshot.topic", "snapshots",
                "velella.snapshot.interval.patches", patches,
                "velella.snapshot.interval.ms", ms);
    }

    private static PatchPosition position(TestRecord<byte[], byte[]> record) {
        return PatchPosition.parse(headers(record).getOrDefault("patch", ""));
    }

    @Test
    void patchAndSnapshotCarryTheOriginOfTheElement() {
        try (DiffPipe pipe = pipe("1", "600000")) {
            pipe.send("a", reading(1), FIRST, "velella.origin", "store-a");
            pipe.send("a", reading(2), FIRST + 1);
            assertThat(pipe.readAll())
                    .extracting(patch -> patch.headers().get("velella.origin"))
                    .containsExactly("store-a", null);
            assertThat(pipe.readAll("snapshots"))
                    .extracting(snapshot -> headers(snapshot).get("velella.origin"))
                    .containsExactly("store-a", null);
        }
    }

    @Test
    void followsEveryNthPatchOfAStream() {
        try (DiffPipe pipe = pipe("3", "600000")) {
            for (int i = 1; i <= 7; i++) {
                pipe.send("a", reading(i), FIRST + i);
            }
            pipe.send("b", reading(1), FIRST);
            List<TestRecord<byte[], byte[]>> snapshots = pipe.readAll("snapshots");
            Set<Statement> third = TARGET.statements("a", reading(3));
            assertThat(snapshots)
                    .extracting(SnapshotsTest::position)
                    .first()
                    .isEqualTo(new PatchPosition(3, GraphHash.ofSet(third), true));
            assertThat(snapshots)
                    .extracting(record -> position(record).number())
                    .containsExactly(3L, 6L);
            assertThat(graph(snapshots.get(0)).statements()).containsExactlyInAnyOrderElementsOf(third);
            assertThat(headers(snapshots.get(0)))
                    .containsOnlyKeys("content-type", "patch", "velella.input.offset")
                    .containsEntry("content-type", "application/x-jelly-rdf")
                    .containsEntry("velella.input.offset", "2");
            assertThat(pipe.total("snapshots-total")).isEqualTo(2);
        }
    }

    @Test
    void quietStreamGetsOneAfterTheTimeAndNoneMore() {
        try (DiffPipe pipe = pipe("1000", "60000")) {
            pipe.send("a", reading(1), FIRST);
            pipe.send("a", reading(2), FIRST + 1);
            pipe.pass(59_000);
            assertThat(pipe.readAll("snapshots")).isEmpty();
            pipe.pass(1_000);
            assertThat(pipe.readAll("snapshots"))
                    .extracting(record -> position(record).number())
                    .containsExactly(2L);
            pipe.pass(600_000);
            assertThat(pipe.readAll("snapshots")).isEmpty();
            pipe.send("a", reading(3), FIRST + 2);
            pipe.pass(1_000);
            assertThat(pipe.readAll("snapshots"))
                    .extracting(record -> position(record).number())
                    .containsExactly(3L);
        }
    }

    @Test
    void streamThatEndsLeavesATombstoneWhereItHadASnapshot() {
        try (DiffPipe pipe = pipe("1", "600000")) {
            pipe.send("a", reading(1), FIRST);
            pipe.end("a", FIRST + 1);
            pipe.end("b", FIRST + 1);
            pipe.end("a", FIRST + 2);
            pipe.pass(1_200_000);
            List<TestRecord<byte[], byte[]>> records = pipe.readAll("snapshots");
            assertThat(records).hasSize(2);
            assertThat(records.get(1).value()).isNull();
            assertThat(position(records.get(1))).isEqualTo(new PatchPosition(2, GraphHash.EMPTY, true));
            pipe.send("a", reading(1), FIRST);
            assertThat(pipe.readAll("snapshots"))
                    .extracting(record -> position(record).number())
                    .containsExactly(3L);
        }
    }

    @Test
    void emptyGraphIsNoEnd() {
        try (DiffPipe pipe = pipe("1", "600000")) {
            pipe.send("a", reading(1), FIRST);
            pipe.send("a", graph(), FIRST + 1);
            List<TestRecord<byte[], byte[]>> records = pipe.readAll("snapshots");
            assertThat(position(records.get(1))).isEqualTo(new PatchPosition(2, GraphHash.EMPTY, true));
            assertThat(graph(records.get(1)).statements()).isEmpty();
        }
    }

    @Test
    void manyQuietStreamsAllGetTheirsWithinABoundedNumberOfRounds() {
        int streams = 5 * Upkeep.MOST_CHANGED + 3;
        try (DiffPipe pipe = pipe("1000", "10000")) {
            for (int i = 0; i < streams; i++) {
                pipe.send("s" + i, reading(i), FIRST);
            }
            pipe.pass(10_000);
            assertThat(pipe.readAll("snapshots")).hasSizeLessThanOrEqualTo(Upkeep.MOST_CHANGED);
            for (int round = 0; round < 12; round++) {
                pipe.pass(Upkeep.ROUND_MS);
            }
            assertThat(pipe.total("snapshots-total")).isEqualTo(streams);
            assertThat(pipe.total("state-records")).isGreaterThanOrEqualTo(streams);
        }
    }

    @Test
    void storeThatReadsTheSnapshotsFirstAndThenThePatchesThatFollowHasEveryGraph() {
        try (DiffPipe pipe = pipe("4", "5000")) {
            for (int i = 0; i < 100; i++) {
                pipe.send("k" + i % 3, reading(i / 7), FIRST + i);
                if (i % 20 == 19) {
                    pipe.end("k1", FIRST + i);
                    pipe.pass(1_000);
                }
            }
            Map<String, Set<Statement>> held = new HashMap<>();
            Map<String, PatchPosition> at = new HashMap<>();
            for (TestRecord<byte[], byte[]> snapshot : pipe.readAll("snapshots")) {
                String key = new String(snapshot.key(), java.nio.charset.StandardCharsets.UTF_8);
                if (snapshot.value() == null) {
                    held.remove(key);
                    at.remove(key);
                } else {
                    held.put(key, new LinkedHashSet<>(graph(snapshot).statements()));
                    at.put(key, position(snapshot));
                }
            }
            assertThat(held).isNotEmpty();
            for (DiffPipe.Out out : pipe.readAll()) {
                PatchPosition before = at.get(out.key());
                if (before != null && out.position().number() > before.number()) {
                    assertThat(out.position().number()).isEqualTo(before.number() + 1);
                    held.put(out.key(), RollingDiffTest.applied(out.patch(), held.get(out.key())));
                    at.put(out.key(), out.position());
                    assertThat(out.position().hash()).isEqualTo(GraphHash.ofSet(held.get(out.key())));
                }
            }
            Map<String, Set<Statement>> expected = new HashMap<>();
            for (String key : held.keySet()) {
                int last = key.equals("k0") ? 99 : key.equals("k1") ? 97 : 98;
                expected.put(key, new HashSet<>(TARGET.statements(key, reading(last / 7))));
            }
            assertThat(held).isEqualTo(expected);
        }
    }
}
