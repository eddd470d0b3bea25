package dev.velella.view.app;

import dev.velella.frame.FrameResult;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.RecordDecoder;
import dev.velella.view.View;
import dev.velella.view.options.ViewConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/** The topology in a test driver: Turtle and definitions in at one end, rows and patches out at the other. */
final class ViewPipe implements AutoCloseable {
    /** What the driver's clock says at the start, in ms since 1970. */
    static final long NOW = 1_700_000_000_000L;

    static final String PREFIXES = "PREFIX : <http://example.org/>\n";

    final ViewFaults faults = new ViewFaults();
    final List<String> made = new ArrayList<>();

    /** Why no topic can be made; null if it can. */
    RuntimeException noTopics;

    private final TopologyTestDriver driver;
    private long clock = NOW;

    ViewPipe(String... options) {
        Map<String, String> all = new HashMap<>();
        all.put("velella.input.topic", "graphs");
        all.put("velella.jelly.mode", "self-contained"); // a test driver has no topic of dictionaries
        all.put("velella.content.type", "text/turtle");
        all.put("velella.on.error", "dead-letter");
        all.put("velella.dead.letter.topic", "letters");
        for (int i = 0; i < options.length; i += 2) {
            if (options[i + 1].isEmpty()) {
                all.remove(options[i]);
            } else {
                all.put(options[i], options[i + 1]);
            }
        }
        Properties properties = new Properties();
        properties.put("bootstrap.servers", "localhost:1");
        driver = new TopologyTestDriver(
                ViewTopology.of(new ViewShared(new ViewConfig(all), 1, Map.of(), faults), views -> {
                    if (noTopics != null) {
                        throw noTopics;
                    }
                    views.stream().map(View::name).forEach(made::add);
                }),
                properties,
                Instant.ofEpochMilli(NOW));
    }

    /** Sends a record now; a null value ends a stream, or removes a definition. */
    void send(String topic, String key, byte[] value, String... headers) {
        TestRecord<byte[], byte[]> sent = new TestRecord<>(bytes(key), value, Instant.ofEpochMilli(clock));
        for (int i = 0; i < headers.length; i += 2) {
            sent.headers().add(headers[i], bytes(headers[i + 1]));
        }
        driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer())
                .pipeInput(sent);
    }

    /** Sends the graph of a stream. */
    void graph(String stream, String turtle) {
        send("graphs", stream, bytes(PREFIXES + turtle + " ."));
    }

    /** Sends a definition, and lets its epoch begin and end its rebuild. */
    void define(String name, String json) {
        send("velella-views", name, json == null ? null : bytes(json));
        pass(200);
        pass(50);
    }

    /** A definition of rows; single quotes stand for double quotes. */
    static String select(String name, String query, String rest) {
        return ("{'name':'" + name + "','kind':'select','query':'" + (PREFIXES + query).replace("\n", " ") + "'" + rest
                        + "}")
                .replace('\'', '"');
    }

    /** A definition of graphs. */
    static String construct(String name, String query) {
        return ("{'name':'" + name + "','kind':'construct','query':'" + (PREFIXES + query).replace("\n", " ") + "'}")
                .replace('\'', '"');
    }

    void pass(long ms) {
        clock += ms;
        driver.advanceWallClockTime(Duration.ofMillis(ms));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    List<TestRecord<byte[], byte[]>> read(String topic) {
        return driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList();
    }

    /** The rows that were written since the last call: key, an arrow, and the value. */
    List<String> rows(String view) {
        return read("view-" + view + ".rows").stream()
                .map(record -> text(record.key()) + " -> " + (record.value() == null ? "gone" : text(record.value())))
                .toList();
    }

    /** The patches that were written since the last call: header {@code patch}, and the change. */
    List<String> patches(String view) {
        return read("view-" + view + ".patches").stream()
                .map(record -> text(record.key()) + " "
                        + headers(record).get("patch").split("\\.")[0] + " "
                        + patch(record).deleteCount() + " " + patch(record).addCount())
                .toList();
    }

    static RdfPatch patch(TestRecord<byte[], byte[]> record) {
        FrameResult result = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null)
                .decode("patches", record.headers(), record.value());
        return (RdfPatch) ((FrameResult.Decoded) result).element();
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static Map<String, String> headers(TestRecord<byte[], byte[]> record) {
        Map<String, String> headers = new HashMap<>();
        for (Header header : record.headers()) {
            headers.put(header.key(), text(header.value()));
        }
        return headers;
    }

    double metric(String name) {
        return driver.metrics().entrySet().stream()
                .filter(e -> e.getKey().group().equals(ViewMetrics.GROUP)
                        && e.getKey().name().equals(name))
                .mapToDouble(e -> (Double) e.getValue().metricValue())
                .sum();
    }

    @Override
    public void close() {
        driver.close();
    }
}
