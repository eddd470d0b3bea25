package dev.velella.sink.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.sink.RecordingContext;
import dev.velella.sink.options.RdfSinkConfig;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** The worker is the recording context: it keeps partitions paused until they are resumed, whoever has them meanwhile. */
class SnapshotGateTest {
    private static final TopicPartition PATCHES = new TopicPartition("patches", 0);
    private static final TopicPartition SNAPSHOTS = new TopicPartition("snapshots", 0);
    private static final long END = 5;

    private final RecordingContext context = new RecordingContext();
    private final SnapshotGate gate = new SnapshotGate(
            new RdfSinkConfig(Map.of(
                            "name",
                            "sink",
                            "topics",
                            "patches,snapshots",
                            "snapshot.topics",
                            "snapshots:patches",
                            "kafka.bootstrap.servers",
                            "localhost:1"))
                    .snapshotTopics(),
            partitions -> partitions.stream().collect(Collectors.toMap(partition -> partition, partition -> END)),
            context);

    private void assigned(long nextOffset, TopicPartition... partitions) {
        gate.assigned(List.of(partitions), id -> nextOffset);
    }

    @Test
    void patchesWaitForTheLastSnapshot() {
        assigned(0, PATCHES, SNAPSHOTS);
        assertThat(context.paused).containsExactly(PATCHES);
        gate.reached(SNAPSHOTS, END - 1);
        assertThat(context.paused).containsExactly(PATCHES);
        gate.reached(SNAPSHOTS, END);
        assertThat(context.paused).isEmpty();
        assertThat(gate.isClosed()).isFalse();
    }

    @Test
    void nothingWaitsForSnapshotsThatTheStoreHas() {
        assigned(END, PATCHES, SNAPSHOTS);
        assertThat(context.paused).isEmpty();
        assertThat(gate.isClosed()).isFalse();
    }

    @Test
    void aPauseThatEndsWhilePartitionsAreMovedIsNotForEver() {
        assigned(0, PATCHES, SNAPSHOTS);
        gate.revoked(List.of(PATCHES));
        gate.reached(SNAPSHOTS, END);
        assigned(0, PATCHES);
        assertThat(context.paused).isEmpty();
    }

    @Test
    void patchesComeBackWithoutTheirSnapshots() {
        assigned(0, PATCHES, SNAPSHOTS);
        gate.revoked(List.of(PATCHES, SNAPSHOTS));
        assigned(0, PATCHES);
        assertThat(context.paused).isEmpty();
    }

    @Test
    void patchesThatComeBackWhileSnapshotsAreReadWaitOnAndAreLetGoOnce() {
        assigned(0, PATCHES, SNAPSHOTS);
        gate.revoked(List.of(PATCHES));
        assigned(0, PATCHES);
        assertThat(context.paused).containsExactly(PATCHES);
        gate.reached(SNAPSHOTS, END);
        assertThat(context.paused).isEmpty();
    }
}
