package dev.velella.tests.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderReader;
import dev.velella.tests.Await;
import dev.velella.tests.BrokerProcess;
import dev.velella.tests.Topics;
import dev.velella.tests.versions.OtherWorker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A diff app that was killed goes on long before its session would have ended, with state stores that are transactional
 * and with ones that are not. {@code tests/soak/run recovery} prints the figures of many streams.
 */
class DiffRecoveryIT {
    private static final Duration PATIENCE = Duration.ofMinutes(20);
    /** The longest that brokers allow; another member would wait for so long. */
    private static final Duration SESSION = Duration.ofMinutes(30);

    private static final int PARTITIONS = 4;

    private final int streams = Integer.getInteger("velella.recovery.streams", 400);
    /** Versions of the broker besides that of the build. */
    private final List<String> brokers = Stream.of(
                    System.getProperty("velella.recovery.brokers", "").split(","))
            .filter(version -> !version.isEmpty())
            .toList();

    private final int kills = Integer.getInteger("velella.recovery.kills", 1);

    @TempDir
    private Path scratch;

    @Test
    void afterAKillTheChainOfEachStreamGoesOn() throws Exception {
        try (BrokerProcess broker = new BrokerProcess(scratch.resolve("kafka"))) {
            run(broker, "build");
        }
        for (String version : brokers) {
            try (BrokerProcess broker =
                    new BrokerProcess(scratch.resolve("kafka-" + version), OtherWorker.libraries(version))) {
                run(broker, version);
            }
        }
    }

    private void run(BrokerProcess broker, String version) throws Exception {
        for (boolean transactional : List.of(false, true)) {
            run(broker.bootstrapServers(), version, transactional);
        }
    }

    @Test
    void anInstanceWithACopyOfTheStateDirectoryTakesThePlaceOfTheOther() throws Exception {
        try (BrokerProcess broker = new BrokerProcess(scratch.resolve("kafka"))) {
            Map<String, String> options = options(broker.bootstrapServers(), "copied");
            Path first = scratch.resolve("first");
            Path second = scratch.resolve("second");
            try (ReadingsTopic topic = new ReadingsTopic(broker.bootstrapServers(), "graphs-copied", PARTITIONS, 8);
                    Numbers numbers = new Numbers(broker.bootstrapServers(), beginning("patches-copied"));
                    DiffInstance older = new DiffInstance(first, options)) {
                topic.send(8);
                Await.until("the first patches", PATIENCE, () -> numbers.poll() >= 8);
                Path name = Path.of("state", "diff-copied", "group-instance-id");
                Files.createDirectories(second.resolve(name).getParent());
                Files.copy(first.resolve(name), second.resolve(name));
                try (DiffInstance newer = new DiffInstance(second, options)) {
                    Await.until("one of both has ended", PATIENCE, () -> {
                        topic.send(topic.sent() + 1); // it learns of the other when it commits
                        return !older.isAlive();
                    });
                    assertThat(Files.readString(first.resolve("app.log")))
                            .contains("Another process took this app's place in its group");
                    Await.until("all patches", PATIENCE, () -> numbers.poll() >= topic.sent());
                    assertThat(newer.isAlive()).isTrue();
                    assertThat(numbers.faults()).isEmpty();
                }
            }
        }
    }

    private static Map<String, String> options(String bootstrapServers, String name) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            Topics.create(admin, "graphs-" + name, PARTITIONS);
            Topics.create(admin, "patches-" + name, PARTITIONS);
        }
        Map<String, String> options = new HashMap<>();
        options.put("bootstrap.servers", bootstrapServers);
        options.put("application.id", "diff-" + name);
        options.put("num.stream.threads", "2");
        options.put("consumer.session.timeout.ms", String.valueOf(SESSION.toMillis()));
        options.put("velella.input.topic", "graphs-" + name);
        options.put("velella.output.topic", "patches-" + name);
        return options;
    }

    private void run(String bootstrapServers, String version, boolean transactional) throws Exception {
        String name = (transactional ? "transactional-" : "plain-") + version;
        Map<String, String> options = options(bootstrapServers, name);
        options.put("enable.transactional.statestores", String.valueOf(transactional));
        Path folder = scratch.resolve(name);
        try (ReadingsTopic topic = new ReadingsTopic(bootstrapServers, "graphs-" + name, PARTITIONS, streams);
                Numbers numbers = new Numbers(bootstrapServers, beginning("patches-" + name))) {
            topic.send(streams);
            long began = System.nanoTime();
            try (DiffInstance app = new DiffInstance(folder, options)) {
                Await.until("a patch of each stream", PATIENCE, () -> numbers.poll() >= streams);
                long all = System.nanoTime() - began;
                List<String> pauses = new ArrayList<>();
                for (int kill = 1; kill <= kills; kill++) {
                    long before = topic.sent();
                    topic.send(before + streams / 2);
                    Await.until("a quarter of the patches", PATIENCE, () -> numbers.poll() >= before + streams / 8);
                    app.kill();
                    long killed = System.nanoTime();
                    Map<TopicPartition, Long> ends = ends(bootstrapServers, "patches-" + name);
                    // So that there is a next patch, however far the app had come.
                    topic.send(topic.sent() + 100);
                    try (Numbers later = new Numbers(bootstrapServers, ends)) {
                        Await.until("a patch after the kill", PATIENCE, () -> later.poll() > 0);
                    }
                    pauses.add(String.format("%.1f", (System.nanoTime() - killed) / 1e9));
                    Await.until("all patches", PATIENCE, () -> numbers.poll() >= topic.sent());
                }
                assertThat(numbers.faults()).isEmpty();
                assertThat(numbers.count()).isEqualTo(topic.sent());
                System.out.printf(
                        "recovery: state and broker %s, %d streams: all in %.1f s (%.0f graphs/s), seconds from a kill to the next patch %s,"
                                + " state %d MiB, wiped %d times, faults 0%n",
                        name, streams, all / 1e9, streams / (all / 1e9), pauses, size(folder) >> 20, wiped(folder));
            }
        }
    }

    /** Ends of the partitions, with what is not committed. */
    private static Map<TopicPartition, Long> ends(String bootstrapServers, String topic) {
        try (KafkaConsumer<String, byte[]> consumer = consumer(bootstrapServers, "read_uncommitted")) {
            return consumer.endOffsets(partitions(topic));
        }
    }

    private static List<TopicPartition> partitions(String topic) {
        return IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
    }

    private static KafkaConsumer<String, byte[]> consumer(String bootstrapServers, String isolation) {
        return new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", isolation),
                new StringDeserializer(),
                new ByteArrayDeserializer());
    }

    private static Map<TopicPartition, Long> beginning(String topic) {
        return partitions(topic).stream().collect(Collectors.toMap(partition -> partition, partition -> 0L));
    }

    /** How often Kafka Streams has thrown away the state of a task, to read it from Kafka again. */
    private static long wiped(Path folder) throws IOException {
        try (Stream<String> lines = Files.lines(folder.resolve("app.log"))) {
            return lines.filter(line -> line.contains("stream-task") && line.contains("wipe out the local state"))
                    .count();
        }
    }

    private static long size(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> {
                        try {
                            return Files.size(file);
                        } catch (java.nio.file.NoSuchFileException e) {
                            return 0;
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    })
                    .sum();
        }
    }

    /** Reads the committed patches; each of a stream has to have the next number. */
    private static final class Numbers implements AutoCloseable {
        private final KafkaConsumer<String, byte[]> consumer;
        private final Map<String, Long> last = new HashMap<>();
        private final List<String> faults = new ArrayList<>();
        private long count;

        Numbers(String bootstrapServers, Map<TopicPartition, Long> begin) {
            consumer = consumer(bootstrapServers, "read_committed");
            consumer.assign(begin.keySet());
            begin.forEach(consumer::seek);
        }

        /** Number of patches read until now. */
        long poll() {
            for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                PatchPosition position = PatchPosition.parse(RecordHeaderReader.patch(record.headers()));
                long expected = last.getOrDefault(record.key(), 0L) + 1;
                if (position.number() != expected) {
                    faults.add(record.key() + ": patch " + position.number() + " where " + expected + " should be");
                }
                last.put(record.key(), position.number());
                count++;
            }
            return count;
        }

        long count() {
            return count;
        }

        List<String> faults() {
            return faults;
        }

        @Override
        public void close() {
            consumer.close();
        }
    }
}
