package dev.velella.source.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.kit.cluster.ClusterAccess;
import dev.velella.kit.cluster.TopicFacts;
import dev.velella.source.Logged;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.simulator.SimulatorSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is said and done while it is not known how many partitions a topic has. */
class TopicPartitionsTest {
    private final AtomicLong clock = new AtomicLong();

    private final ClusterAccess nowhere =
            ClusterAccess.of(Map.of("kafka.bootstrap.servers", "localhost:1")).orElseThrow();

    /** The clock goes backwards, so it is never time to ask. */
    private final TopicLookup lookup = new TopicLookup(nowhere, "graphs", clock::getAndDecrement);

    @AfterEach
    void close() {
        nowhere.close();
    }

    private static RdfSourceConfig config(String... more) {
        Map<String, String> all = new HashMap<>(Map.of(
                "source.type", "simulator",
                "topic", "graphs",
                "value.converter", "dev.velella.converter.JellyConverter",
                "kafka.bootstrap.servers", "localhost:1"));
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return new RdfSourceConfig(SimulatorSource.TYPE, all);
    }

    private static TopicFacts facts(int partitions, String policy) {
        return new TopicFacts("graphs", partitions, Uuid.randomUuid(), Set.of(policy));
    }

    @Test
    void thatRecordsAreNotCountedUntilTheTopicExistsIsSaidAtOnceAndOnce() {
        try (Logged log = new Logged()) {
            TopicPartitions partitions = TopicPartitions.of(config(), "graphs", null, lookup);
            assertThat(log.text()).contains("how many partitions topic graphs has", "not counted", "topic.create=true");
            assertThat(partitions.count()).isZero();
            assertThat(partitions.count()).isZero();
            assertThat(partitions.isSettled()).isFalse();
            assertThat(log.count("not counted")).isEqualTo(1);
        }
    }

    @Test
    void ofATopicThatARecordNamesItIsSaidWithTheFirstRecord() {
        try (Logged log = new Logged()) {
            TopicPartitions partitions = TopicPartitions.unknown(config(), "graphs", lookup);
            assertThat(log.count("not counted")).isZero();
            assertThat(partitions.count()).isZero();
            assertThat(partitions.count()).isZero();
            assertThat(log.count("not counted")).isEqualTo(1);
        }
    }

    @Test
    void aTopicThatDoesNotGoWithTheOptionsIsRefusedWhereverItIsFound() {
        assertThatThrownBy(
                        () -> TopicPartitions.of(config("topic.partitions", "5"), "graphs", facts(3, "delete"), lookup))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("topic.partitions is 5");
        RdfSourceConfig stateful = config("value.converter.jelly.mode", "stateful");
        assertThatThrownBy(() -> TopicPartitions.of(stateful, "graphs", facts(3, "compact"), lookup))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("topic graphs is compacted");
        assertThatThrownBy(() -> TopicPartitions.of(stateful, "graphs", null, lookup))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("topic graphs does not exist");
    }

    @Test
    void recordsOfACompactedTopicAreNotCountedAndThatIsSaid() {
        try (Logged log = new Logged()) {
            TopicPartitions partitions = TopicPartitions.of(config(), "graphs", facts(3, "compact"), lookup);
            assertThat(partitions.count()).isZero();
            assertThat(partitions.isSettled()).isTrue();
            assertThat(log.text()).contains("Records are not counted: topic graphs is compacted");
        }
        assertThat(TopicPartitions.of(config(), "graphs", facts(3, "delete"), lookup)
                        .count())
                .isEqualTo(3);
    }
}
