package dev.velella.bench;

import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What one JVM of {@link DiffThroughBroker} does: fills the topic of graphs, runs the diff app on it, or relays: reads the
 * graphs as bytes and writes, in transactions as long as the app's, the app's own patches as bytes. Prints graphs a second,
 * from the first committed record that a reader sees to the last.
 */
final class DiffFork {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long PATIENCE_NS = 300_000_000_000L;

    /** Of the app too: the default of Kafka Streams under exactly once. */
    private static final long COMMIT_NS = 100_000_000L;

    private DiffFork() {}

    /** What to do. */
    enum Mode {
        FILL,
        APP,
        RELAY
    }

    /**
     * @param input topic of graphs
     * @param patches topic of the app's output, which the relay reads first
     * @param relayed topic of the relay's output
     */
    record Task(Mode mode, String bootstrapServers, String input, String patches, String relayed, int graphs) {
        List<String> arguments() {
            return List.of(mode.name(), bootstrapServers, input, patches, relayed, Integer.toString(graphs));
        }

        static Task of(String[] arguments) {
            return new Task(
                    Mode.valueOf(arguments[0]),
                    arguments[1],
                    arguments[2],
                    arguments[3],
                    arguments[4],
                    Integer.parseInt(arguments[5]));
        }
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        System.setOut(System.err);
        Task task = Task.of(arguments);
        double rate =
                switch (task.mode()) {
                    case FILL -> fill(task);
                    case APP -> app(task);
                    case RELAY -> relay(task);
                };
        out.println(String.format(Locale.ROOT, "%.1f", rate));
        out.flush();
    }

    private static double fill(Task task) throws IOException {
        RecordStream stream = RecordStream.of(Workload.WEATHER, StreamKind.GRAPHS, 2_000);
        RecordVariant variant = RecordVariant.of(StreamKind.GRAPHS, RecordVariant.INTERVALS).stream()
                .filter(one -> one.isStateful() && one.interval() == 100)
                .findFirst()
                .orElseThrow();
        RecordFormat.Writing writing = variant.format().writing(variant);
        long start = System.nanoTime();
        try (Producer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", task.bootstrapServers(), "linger.ms", "10"),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int i = 0; i < task.graphs(); i++) {
                Object element = stream.elements().get(i % stream.elements().size());
                Headers headers = new RecordHeaders();
                byte[] value = writing.write(element, headers);
                // Elements come round again; their event times would make them late.
                headers.remove("event-time");
                producer.send(new ProducerRecord<>(task.input(), 0, stream.key(), value, headers));
            }
        }
        return rate(task, System.nanoTime() - start);
    }

    private static double app(Task task) throws Exception {
        Path state = Files.createTempDirectory("velella-bench-state");
        Map<String, String> options = new HashMap<>();
        options.put("bootstrap.servers", task.bootstrapServers());
        options.put("application.id", "app-" + task.input());
        options.put("state.dir", state.toString());
        options.put("num.stream.threads", "1");
        options.put("velella.input.topic", task.input());
        options.put("velella.output.topic", task.patches());
        try (Watch watch = new Watch(task.bootstrapServers(), task.patches());
                DiffApp app = new DiffApp(new DiffConfig(options))) {
            app.start();
            return rate(task, watch.await(task.graphs(), () -> app.failure().ifPresent(e -> {
                throw new BenchmarkException("the app failed", e);
            })));
        }
    }

    private static double relay(Task task) throws Exception {
        List<ConsumerRecord<byte[], byte[]>> patches = new ArrayList<>(task.graphs());
        try (Watch watch = new Watch(task.bootstrapServers(), task.patches())) {
            watch.keepIn(patches);
            watch.await(task.graphs(), () -> {});
        }
        try (Watch watch = new Watch(task.bootstrapServers(), task.relayed())) {
            Thread relay = new Thread(() -> relay(task, patches), "relay");
            relay.start();
            long nanos = watch.await(task.graphs(), () -> {});
            relay.join();
            return rate(task, nanos);
        }
    }

    private static void relay(Task task, List<ConsumerRecord<byte[], byte[]>> patches) {
        TopicPartition input = new TopicPartition(task.input(), 0);
        try (Consumer<byte[], byte[]> consumer = consumer(task.bootstrapServers(), "relay-" + task.input());
                Producer<byte[], byte[]> producer = new KafkaProducer<>(
                        Map.of(
                                "bootstrap.servers",
                                task.bootstrapServers(),
                                "transactional.id",
                                "relay-" + task.input(),
                                "linger.ms",
                                "100"),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            consumer.assign(List.of(input));
            consumer.seekToBeginning(List.of(input));
            producer.initTransactions();
            int done = 0;
            while (done < task.graphs()) {
                producer.beginTransaction();
                long begun = System.nanoTime();
                while (System.nanoTime() - begun < COMMIT_NS && done < task.graphs()) {
                    for (ConsumerRecord<byte[], byte[]> graph : consumer.poll(POLL)) {
                        ConsumerRecord<byte[], byte[]> patch = patches.get(done++);
                        producer.send(new ProducerRecord<>(
                                task.relayed(), 0, graph.timestamp(), graph.key(), patch.value(), patch.headers()));
                    }
                }
                producer.sendOffsetsToTransaction(
                        Map.of(input, new OffsetAndMetadata(consumer.position(input))), consumer.groupMetadata());
                producer.commitTransaction();
            }
        }
    }

    private static Consumer<byte[], byte[]> consumer(String bootstrapServers, String group) {
        return new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrapServers,
                        "group.id",
                        group,
                        "enable.auto.commit",
                        "false",
                        "isolation.level",
                        "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    private static double rate(Task task, long nanos) {
        return 1e9 * task.graphs() / nanos;
    }

    /** Reads a topic as its records are committed. */
    private static final class Watch implements AutoCloseable {
        private final Consumer<byte[], byte[]> consumer;
        private List<ConsumerRecord<byte[], byte[]>> kept = List.of();
        private boolean keeping;

        Watch(String bootstrapServers, String topic) {
            consumer = consumer(bootstrapServers, "watch-" + topic);
            consumer.assign(List.of(new TopicPartition(topic, 0)));
            consumer.seekToBeginning(consumer.assignment());
        }

        void keepIn(List<ConsumerRecord<byte[], byte[]>> records) {
            kept = records;
            keeping = true;
        }

        /** Nanoseconds from the first record to the last; the first ones come together at the end of a transaction. */
        long await(int records, Runnable check) {
            long deadline = System.nanoTime() + PATIENCE_NS;
            long first = 0;
            int seen = 0;
            while (seen < records) {
                check.run();
                if (System.nanoTime() > deadline) {
                    throw new BenchmarkException(seen + " of " + records + " records came");
                }
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    if (seen++ == 0) {
                        first = System.nanoTime();
                    }
                    if (keeping) {
                        kept.add(record);
                    }
                }
            }
            return System.nanoTime() - first;
        }

        @Override
        public void close() {
            consumer.close();
        }
    }
}
