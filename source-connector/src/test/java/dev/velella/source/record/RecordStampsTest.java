package dev.velella.source.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.frame.PartitionStamp;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.simulator.SimulatorSource;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;

class RecordStampsTest {
    @Property
    void partitionIsThatOfKafkasDefaultPartitioner(
            @ForAll String key, @ForAll @IntRange(min = 1, max = 5000) int count) {
        try (StringSerializer serializer = new StringSerializer()) {
            assertThat(RecordStamps.partitionOf(key, count))
                    .isEqualTo(BuiltInPartitioner.partitionForKey(serializer.serialize("graphs", key), count));
        }
    }

    @Test
    void recordsOfAPartitionAreNumberedFromZero() {
        List<String> stamps = new ArrayList<>();
        try (RecordStamps records = stamps(Map.of("topic.partitions", "2"))) {
            int partition = RecordStamps.partitionOf("a", 2);
            String other = keyOf(1 - partition, 2);
            for (String key : List.of("a", other, "a", "a", other)) {
                stamps.add(
                        records.next("graphs", key).map(PartitionStamp::format).orElseThrow());
            }
            assertThat(stamps)
                    .containsExactly(
                            "p" + partition + ".0",
                            "p" + (1 - partition) + ".0",
                            "p" + partition + ".1",
                            "p" + partition + ".2",
                            "p" + (1 - partition) + ".1");
        }
    }

    @Test
    void aNewTaskBeginsAgain() {
        for (int task = 0; task < 2; task++) {
            try (RecordStamps records = stamps(Map.of("topic.partitions", "1"))) {
                assertThat(records.next("graphs", "a")).contains(new PartitionStamp(0, 0, 0));
            }
        }
    }

    @Test
    void aNewTaskTakesTheNewNumberOfPartitions() {
        Map<Integer, Integer> partitionByCount = Map.of(1, 0, 6, 5);
        partitionByCount.forEach((count, partition) -> {
            try (RecordStamps records = stamps(Map.of("topic.partitions", count.toString()))) {
                assertThat(records.next("graphs", "station-1")).contains(new PartitionStamp(partition, 0, 0));
            }
        });
    }

    @Test
    void withoutPartitionsOrAgainstTheOptionsThereAreNoStamps() {
        assertThat(first(Map.of())).isEmpty();
        for (Map.Entry<String, String> option : Map.of(
                        "errors.tolerance", "all",
                        "value.converter.jelly.mode", "self-contained",
                        "key.converter", "com.example.OtherConverter",
                        "producer.override.partitioner.class",
                                "org.apache.kafka.clients.producer.RoundRobinPartitioner")
                .entrySet()) {
            assertThat(first(Map.of("topic.partitions", "3", option.getKey(), option.getValue())))
                    .as(option.toString())
                    .isEmpty();
        }
        assertThat(first(Map.of("topic.partitions", "3", "value.converter", "com.example.OtherConverter")))
                .isEmpty();
    }

    @Test
    void recordsWithoutAStampAreCountedWhereTheyWereToHaveOne() {
        for (Map.Entry<Map<String, String>, Long> each : Map.of(
                        Map.<String, String>of(), 2L,
                        Map.of("topic.partitions", "3"), 0L,
                        Map.of("value.converter.jelly.mode", "self-contained"), 0L,
                        Map.of("topic.partitions", "3", "errors.tolerance", "all"), 2L)
                .entrySet()) {
            try (RecordStamps records = stamps(each.getKey())) {
                records.next("graphs", "a");
                records.next("graphs", "b");
                assertThat(records.unstamped()).as(each.getKey().toString()).isEqualTo(each.getValue());
            }
        }
    }

    @Test
    void aClusterThatCannotBeAskedIsAnErrorOfTheTask() throws IOException {
        try (ServerSocket silent = new ServerSocket(0)) {
            Map<String, String> options = Map.of(
                    "kafka.bootstrap.servers",
                    "localhost:" + silent.getLocalPort(),
                    "kafka.security.protocol",
                    "no-protocol");
            assertThatThrownBy(() -> stamps(options))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("no client can be made of kafka.*");
        }
    }

    private static Optional<PartitionStamp> first(Map<String, String> options) {
        try (RecordStamps records = stamps(options)) {
            return records.next("graphs", "a");
        }
    }

    private static RecordStamps stamps(Map<String, String> options) {
        Map<String, String> all = new HashMap<>(Map.of(
                "source.type",
                "simulator",
                "topic",
                "graphs",
                "value.converter",
                "dev.velella.converter.JellyConverter"));
        all.putAll(options);
        return RecordStamps.open(new RdfSourceConfig(SimulatorSource.TYPE, all), System::nanoTime);
    }

    private static String keyOf(int partition, int partitions) {
        int i = 0;
        while (RecordStamps.partitionOf("k" + i, partitions) != partition) {
            i++;
        }
        return "k" + i;
    }
}
