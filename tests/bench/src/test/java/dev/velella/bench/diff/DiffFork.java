package dev.velella.bench.diff;

import com.sun.management.OperatingSystemMXBean;
import dev.velella.bench.data.StreamKind;
import dev.velella.bench.data.Workload;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.record.JellyRecords;
import dev.velella.bench.record.RecordStream;
import dev.velella.bench.record.RecordStream.Element;
import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.frame.EncodedFrame;
import dev.velella.frame.PartitionStamps;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.record.RecordEncoder;
import dev.velella.record.dictionary.TopicDictionaryStore;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
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
 * What one JVM of {@link DiffThroughBroker} does: fills the topic of graphs, whose records stand on a dictionary, runs the diff app on it, or relays: reads the
 * graphs as bytes and writes, in transactions as long as the app's, the app's own patches as bytes. Prints a {@link Pace}, of
 * the committed records that a reader sees.
 */
final class DiffFork {
    /** Where the app looks for dictionaries by default. */
    private static final String DICTIONARIES = "velella-dictionaries";

    private static final Duration POLL = Duration.ofMillis(100);
    private static final long PATIENCE_NS = 300_000_000_000L;

    /** Of the app too: the default of Kafka Streams under exactly once. */
    private static final long COMMIT_NS = 100_000_000L;

    private DiffFork() {}

    /**
     * How fast a JVM was.
     *
     * @param cold graphs a second in the first sixth, while the JVM compiles
     * @param warm graphs a second in the second half
     * @param cpuMicros processor time of the JVM, in microseconds a graph, in the second half
     */
    record Pace(double cold, double warm, double cpuMicros) {
        static Pace of(String line) {
            String[] numbers = line.split(" ");
            return new Pace(
                    Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1]), Double.parseDouble(numbers[2]));
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%.1f %.1f %.2f", cold, warm, cpuMicros);
        }
    }

    /** What to do. */
    enum Mode {
        FILL,
        APP,
        /** With the defaults of Kafka's clients, so without compression. */
        RELAY,
        /** With compression and batches as the app's producer has them. */
        RELAY_ZSTD
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
        Pace pace =
                switch (task.mode()) {
                    case FILL -> fill(task);
                    case APP -> app(task);
                    case RELAY -> relay(task, Map.of());
                    case RELAY_ZSTD -> relay(task, Map.of("compression.type", "zstd", "batch.size", "65536"));
                };
        out.println(pace);
        out.flush();
    }

    private static Pace fill(Task task) throws IOException {
        RecordStream stream = RecordStream.of(Workload.WEATHER, StreamKind.GRAPHS, 2_000);
        PartitionStamps stamps = new PartitionStamps();
        long start = System.nanoTime();
        RecordEncoder encoder = new RecordEncoder(
                JellyRecords.settings(StatementOrder.GIVEN),
                1,
                new TopicDictionaryStore(
                        Map.of("kafka.bootstrap.servers", task.bootstrapServers()), DICTIONARIES, "none"));
        try (Producer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", task.bootstrapServers(), "linger.ms", "10"),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int i = 0; i < task.graphs(); i++) {
                Element element = stream.elements().get(i % stream.elements().size());
                EncodedFrame frame = encoder.encode(task.input(), stamps.next(task.input(), 0), element.value());
                Headers headers = new RecordHeaders();
                // Elements come round again; their event times would make them late.
                RecordEncoder.addHeaders(headers, frame, null, null);
                producer.send(new ProducerRecord<>(task.input(), 0, stream.key(), frame.value(), headers));
            }
        }
        double rate = 1e9 * task.graphs() / (System.nanoTime() - start);
        return new Pace(rate, rate, 0);
    }

    private static Pace app(Task task) throws Exception {
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
            return watch.await(task.graphs(), () -> app.failure().ifPresent(e -> {
                throw new BenchmarkException("the app failed", e);
            }));
        }
    }

    private static Pace relay(Task task, Map<String, String> producing) throws Exception {
        List<ConsumerRecord<byte[], byte[]>> patches = new ArrayList<>(task.graphs());
        try (Watch watch = new Watch(task.bootstrapServers(), task.patches())) {
            watch.keepIn(patches);
            watch.await(task.graphs(), () -> {});
        }
        try (Watch watch = new Watch(task.bootstrapServers(), task.relayed())) {
            Thread relay = new Thread(() -> relay(task, patches, producing), "relay");
            relay.start();
            Pace pace = watch.await(task.graphs(), () -> {});
            relay.join();
            return pace;
        }
    }

    private static void relay(Task task, List<ConsumerRecord<byte[], byte[]>> patches, Map<String, String> producing) {
        Map<String, Object> options = new HashMap<>(producing);
        options.put("bootstrap.servers", task.bootstrapServers());
        options.put("transactional.id", "relay-" + task.input());
        options.put("linger.ms", "100");
        TopicPartition input = new TopicPartition(task.input(), 0);
        try (Consumer<byte[], byte[]> consumer = consumer(task.bootstrapServers(), "relay-" + task.input());
                Producer<byte[], byte[]> producer =
                        new KafkaProducer<>(options, new ByteArraySerializer(), new ByteArraySerializer())) {
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

    static Consumer<byte[], byte[]> consumer(String bootstrapServers, String group) {
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

    /** What has come at a time, and the processor time of this JVM until then. */
    private record Mark(int seen, long nanos, long cpu) {}

    private static double rate(Mark from, Mark to) {
        return 1e9 * (to.seen - from.seen) / (to.nanos - from.nanos);
    }

    /** Reads a topic as its records are committed. */
    static final class Watch implements AutoCloseable {
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

        /** Waits for the records; the first ones come together at the end of a transaction. */
        Pace await(int records, Runnable check) {
            OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
            long deadline = System.nanoTime() + PATIENCE_NS;
            Mark first = null;
            Mark sixth = null;
            Mark half = null;
            int seen = 0;
            while (seen < records) {
                check.run();
                if (System.nanoTime() > deadline) {
                    throw new BenchmarkException(seen + " of " + records + " records came");
                }
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    seen++;
                    if (keeping) {
                        kept.add(record);
                    }
                }
                Mark now = new Mark(seen, System.nanoTime(), system.getProcessCpuTime());
                first = first == null && seen > 0 ? now : first;
                sixth = sixth == null && seen >= records / 6 ? now : sixth;
                half = half == null && seen >= records / 2 ? now : half;
            }
            Mark last = new Mark(seen, System.nanoTime(), system.getProcessCpuTime());
            return new Pace(
                    rate(first, sixth), rate(half, last), (last.cpu - half.cpu) / 1e3 / (last.seen - half.seen));
        }

        @Override
        public void close() {
            consumer.close();
        }
    }
}
