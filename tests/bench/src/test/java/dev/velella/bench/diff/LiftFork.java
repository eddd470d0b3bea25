package dev.velella.bench.diff;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.bench.data.WeatherMessages;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.naive.NaiveDiff;
import dev.velella.bench.naive.NaiveModel;
import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;

/** What one JVM of {@link LiftThroughBroker} does. Prints a {@link DiffFork.Pace}, of the committed records that a reader sees. */
final class LiftFork {
    /** Of all: the default of Kafka Streams under exactly once. */
    private static final long COMMIT_NS = 100_000_000L;

    private LiftFork() {}

    /** What to do, in the order of a round. */
    enum Mode {
        /** Fills the topic of JSON. */
        FILL,
        /** The diff app with the template of the sample. */
        LIFT,
        /** An app of Kafka Streams with the settings of the diff app that hands the JSON on. */
        COPY,
        /** A program with Jackson, models of RDF4J and patches as text, in transactions as long as the app's. */
        NAIVE
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        System.setOut(System.err);
        String servers = arguments[1];
        String input = arguments[2];
        String output = arguments[3];
        int records = Integer.parseInt(arguments[4]);
        DiffFork.Pace pace =
                switch (Mode.valueOf(arguments[0])) {
                    case FILL -> fill(servers, input, records);
                    case LIFT -> lift(servers, input, output, records);
                    case COPY -> copy(servers, input, output, records);
                    case NAIVE -> naive(servers, input, output, records);
                };
        out.println(pace);
        out.flush();
    }

    private static DiffFork.Pace fill(String servers, String input, int records) {
        List<String> messages = WeatherMessages.json(Math.min(records, 5_000));
        long start = System.nanoTime();
        try (Producer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", servers, "linger.ms", "10"),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            byte[] key = "ibs_1".getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < records; i++) {
                byte[] json = messages.get(i % messages.size()).getBytes(StandardCharsets.UTF_8);
                producer.send(new ProducerRecord<>(input, 0, key, json));
            }
        }
        double rate = 1e9 * records / (System.nanoTime() - start);
        return new DiffFork.Pace(rate, rate, 1);
    }

    private static DiffConfig config(String servers, String input, String output) throws IOException {
        Map<String, String> options = new HashMap<>();
        options.put("bootstrap.servers", servers);
        options.put("application.id", "app-" + output);
        options.put(
                "state.dir", Files.createTempDirectory("velella-bench-state").toString());
        options.put("num.stream.threads", "1");
        options.put("velella.input.topic", input);
        options.put("velella.output.topic", output);
        options.put("velella.template", WeatherMessages.template());
        return new DiffConfig(options);
    }

    private static DiffFork.Pace lift(String servers, String input, String output, int records) throws Exception {
        try (DiffFork.Watch watch = new DiffFork.Watch(servers, output);
                DiffApp app = new DiffApp(config(servers, input, output))) {
            app.start();
            return watch.await(records, () -> app.failure().ifPresent(e -> {
                throw new BenchmarkException("the app failed", e);
            }));
        }
    }

    private static DiffFork.Pace copy(String servers, String input, String output, int records) throws Exception {
        Properties properties = new Properties();
        properties.putAll(config(servers, input, output).streamsProperties());
        Topology topology = new Topology()
                .addSource("in", new ByteArrayDeserializer(), new ByteArrayDeserializer(), input)
                .addSink("out", output, new ByteArraySerializer(), new ByteArraySerializer(), "in");
        try (DiffFork.Watch watch = new DiffFork.Watch(servers, output);
                KafkaStreams streams = new KafkaStreams(topology, properties)) {
            streams.start();
            return watch.await(records, () -> {});
        }
    }

    private static DiffFork.Pace naive(String servers, String input, String output, int records) throws Exception {
        try (DiffFork.Watch watch = new DiffFork.Watch(servers, output)) {
            Thread program = new Thread(() -> naiveProgram(servers, input, output, records), "naive");
            program.start();
            DiffFork.Pace pace = watch.await(records, () -> {});
            program.join();
            return pace;
        }
    }

    private static void naiveProgram(String servers, String input, String output, int records) {
        ObjectMapper json = new ObjectMapper();
        Map<String, Object> options = Map.of(
                "bootstrap.servers", servers,
                "transactional.id", "naive-" + input,
                "compression.type", "zstd",
                "batch.size", "65536",
                "linger.ms", "100");
        TopicPartition partition = new TopicPartition(input, 0);
        try (Consumer<byte[], byte[]> consumer = DiffFork.consumer(servers, "naive-" + input);
                Producer<byte[], byte[]> producer =
                        new KafkaProducer<>(options, new ByteArraySerializer(), new ByteArraySerializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            producer.initTransactions();
            Model last = new LinkedHashModel();
            int done = 0;
            while (done < records) {
                producer.beginTransaction();
                long begun = System.nanoTime();
                while (System.nanoTime() - begun < COMMIT_NS && done < records) {
                    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                        Model now = NaiveModel.of(json.readTree(record.value()));
                        byte[] patch = NaiveDiff.patch(last, now).getBytes(StandardCharsets.UTF_8);
                        producer.send(new ProducerRecord<>(output, 0, record.key(), patch));
                        last = now;
                        done++;
                    }
                }
                producer.sendOffsetsToTransaction(
                        Map.of(partition, new OffsetAndMetadata(consumer.position(partition))),
                        consumer.groupMetadata());
                producer.commitTransaction();
            }
        } catch (IOException e) {
            throw new BenchmarkException("the program made by hand failed", e);
        }
    }
}
