package dev.velella.sink.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SnapshotTopicsTest {
    @Test
    void topicsArePairedByTheirNames() {
        assertThat(SnapshotTopics.pairs(Map.of("topics", "a, a-snapshots,b,c-snapshots")))
                .containsExactly("a-snapshots:a");
        assertThat(SnapshotTopics.pairs(Map.of("topics", "a,b"))).isEmpty();
        assertThat(SnapshotTopics.pairs(Map.of("topics.regex", "a.*"))).isEmpty();
    }

    @Test
    void pairsThatAreGivenReplaceThem() {
        assertThat(SnapshotTopics.pairs(Map.of("topics", "a,a-snapshots,s", "snapshot.topics", "s:a")))
                .containsExactly("s:a");
    }

    @Test
    void aSinkThatRoutesHasNone() {
        assertThat(SnapshotTopics.pairs(
                        Map.of("topics", "a,a-snapshots", "target.url", "http://localhost/repositories/{key}")))
                .isEmpty();
    }

    @Test
    void aPairNeedsTheCluster() {
        assertThat(InputChecks.problems(Map.of("topics", "a,a-snapshots")))
                .containsOnlyKeys("snapshot.topics")
                .allSatisfy((option, problem) -> assertThat(problem).contains("kafka.bootstrap.servers"));
    }
}
