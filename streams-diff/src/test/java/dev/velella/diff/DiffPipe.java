package dev.velella.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.diff.app.DiffTopology;
import dev.velella.diff.options.DiffConfig;
import dev.velella.frame.FrameResult;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.keyframe.StatefulFrame;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.eclipse.rdf4j.model.Statement;

/** The topology in a test driver: graphs in at one end, patches out at the other. */
public final class DiffPipe implements AutoCloseable {
    /** What the driver's clock says at the start, in ms since 1970. */
    public static final long NOW = 1_700_000_000_000L;

    private final JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, Limits.DEFAULT);
    private final RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null);
    private final TopologyTestDriver driver;
    private final TestInputTopic<byte[], byte[]> input;
    private final TestOutputTopic<byte[], byte[]> output;

    public DiffPipe(String... options) {
        this(DiffTopology.of(config(options)));
    }

    /** @param streams options of Kafka Streams, names and values in turn */
    public DiffPipe(Topology topology, String... streams) {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", "localhost:1");
        for (int i = 0; i < streams.length; i += 2) {
            properties.put(streams[i], streams[i + 1]);
        }
        driver = new TopologyTestDriver(topology, properties, Instant.ofEpochMilli(NOW));
        input = driver.createInputTopic("graphs", new ByteArraySerializer(), new ByteArraySerializer());
        output = driver.createOutputTopic("patches", new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    public static DiffConfig config(String... options) {
        Map<String, String> all = new HashMap<>();
        all.put(DiffConfig.INPUT_TOPIC_CONFIG, "graphs");
        all.put(DiffConfig.OUTPUT_TOPIC_CONFIG, "patches");
        all.put("velella.jelly.mode", "self-contained"); // a test driver has no topic of dictionaries
        for (int i = 0; i < options.length; i += 2) {
            all.put(options[i], options[i + 1]);
        }
        if (all.containsKey("velella.input.topics") || all.containsKey("velella.input.topics.pattern")) {
            all.remove(DiffConfig.INPUT_TOPIC_CONFIG);
        }
        return new DiffConfig(all);
    }

    public void send(String key, RdfGraph graph, long timestamp, String... headers) {
        sendFrame(key == null ? null : bytes(key), encoder.encode(graph), timestamp, headers);
    }

    public void end(String key, long timestamp) {
        sendFrame(bytes(key), null, timestamp);
    }

    public void sendFrame(byte[] key, byte[] frame, long timestamp, String... headers) {
        TestRecord<byte[], byte[]> sent = new TestRecord<>(key, frame, Instant.ofEpochMilli(timestamp));
        for (int i = 0; i < headers.length; i += 2) {
            sent.headers().add(headers[i], bytes(headers[i + 1]));
        }
        input.pipeInput(sent);
    }

    /** Sends a record of texts to an input topic of any name; a null value ends the stream. */
    public void sendText(String topic, String key, String value, long timestamp, String... headers) {
        TestRecord<byte[], byte[]> sent = new TestRecord<>(
                key == null ? null : bytes(key), value == null ? null : bytes(value), Instant.ofEpochMilli(timestamp));
        for (int i = 0; i < headers.length; i += 2) {
            sent.headers().add(headers[i], bytes(headers[i + 1]));
        }
        driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer())
                .pipeInput(sent);
    }

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public boolean isEmpty() {
        return output.isEmpty();
    }

    /** Sends a record of a stateful writer. */
    public void send(String key, StatefulFrame frame, long timestamp) {
        sendFrame(bytes(key), frame.value(), timestamp, "jelly", frame.header().toString());
    }

    /** Lets time pass, and with it the rounds of upkeep. */
    public void pass(long ms) {
        driver.advanceWallClockTime(Duration.ofMillis(ms));
    }

    /** All records of another topic that are left. */
    public List<TestRecord<byte[], byte[]>> readAll(String topic) {
        return driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList();
    }

    /** Headers of a record as text. */
    public static Map<String, String> headers(TestRecord<byte[], byte[]> record) {
        Map<String, String> headers = new HashMap<>();
        for (Header header : record.headers()) {
            headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
        }
        return headers;
    }

    /** The graph of a record that needs no other. */
    public static RdfGraph graph(TestRecord<byte[], byte[]> record) {
        return new JellyGraphDecoder(Rdf.VALUES, Limits.DEFAULT).decode(record.value());
    }

    /** The next patch. */
    public Out read() {
        return decoded(output.readRecord());
    }

    /** All patches that are left. */
    public List<Out> readAll() {
        return output.readRecordsToList().stream().map(this::decoded).toList();
    }

    private Out decoded(TestRecord<byte[], byte[]> record) {
        FrameResult result = decoder.decode("patches", record.headers(), record.value());
        assertThat(result).extracting("element").isInstanceOf(RdfPatch.class);
        return new Out(record, (RdfPatch) ((FrameResult.Decoded) result).element());
    }

    /** Value of a total of the only task. */
    public double total(String name) {
        return driver.metrics().entrySet().stream()
                .filter(e -> e.getKey().group().equals(DiffMetrics.GROUP)
                        && e.getKey().name().equals(name))
                .mapToDouble(e -> (Double) e.getValue().metricValue())
                .sum();
    }

    @Override
    public void close() {
        driver.close();
    }

    /** A record of the output topic, and the patch in it. */
    public record Out(TestRecord<byte[], byte[]> record, RdfPatch patch) {
        public String key() {
            return new String(record.key(), StandardCharsets.UTF_8);
        }

        public long timestamp() {
            return record.getRecordTime().toEpochMilli();
        }

        public Map<String, String> headers() {
            return DiffPipe.headers(record);
        }

        public PatchPosition position() {
            return PatchPosition.parse(headers().getOrDefault("patch", ""));
        }

        public List<Statement> deletes() {
            return patch().operations().stream()
                    .filter(PatchOperation.Delete.class::isInstance)
                    .map(row -> ((PatchOperation.Delete) row).statement())
                    .toList();
        }

        public List<Statement> adds() {
            return patch().operations().stream()
                    .filter(PatchOperation.Add.class::isInstance)
                    .map(row -> ((PatchOperation.Add) row).statement())
                    .toList();
        }
    }
}
