package dev.velella.sink.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.kit.cluster.PartitionRange;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.PartitionId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether a store can go on with what a partition still has. */
class LostHistoryTest {
    private static final PartitionId P0 = new PartitionId("patches", 0);

    @TempDir
    Path scratch;

    private Optional<String> lost(boolean withSnapshots, long nextOffset, long start, long end) {
        Map<String, String> properties = new HashMap<>(Map.of(
                "name",
                "sink",
                "target.dir",
                scratch.toString(),
                "consumer.override.isolation.level",
                "read_committed"));
        if (withSnapshots) {
            properties.put("topics", "patches,patches-snapshots");
            properties.put("snapshot.topics", "patches-snapshots:patches");
            properties.put("kafka.bootstrap.servers", "none:1");
        }
        try (MemoryTarget target = MemoryTarget.open(scratch, "sink", Duration.ZERO)) {
            return new LostHistory(target, new RdfSinkConfig(properties), properties)
                    .lost(P0, nextOffset, new PartitionRange(start, end, OptionalLong.empty()));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aGapIsSeenWithAndWithoutSnapshots(boolean withSnapshots) {
        assertThat(lost(withSnapshots, 5, 6, 9))
                .get()
                .asString()
                .contains("needs partition patches-0 from offset 5 on, and the partition begins at 6");
        assertThat(lost(withSnapshots, 5, 9, 9)).get().asString().contains("nobody can tell any more");
        assertThat(lost(withSnapshots, 5, 0, 4)).get().asString().contains("the partition ends at 4");
        assertThat(lost(withSnapshots, 5, 5, 9)).isEmpty();
        assertThat(lost(withSnapshots, 5, 0, 5)).isEmpty();
    }

    @Test
    void aStoreWithNothingBeginsInTheMiddleOnlyWithSnapshots() {
        assertThat(lost(false, 0, 1, 9)).get().asString().contains("from offset 0 on");
        assertThat(lost(true, 0, 1, 9)).isEmpty();
    }
}
