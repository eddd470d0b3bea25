package dev.velella.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import dev.velella.converter.JellyConverter;
import dev.velella.converter.RawBytes;
import dev.velella.source.mqtt.MqttTask;
import dev.velella.source.mqtt.client.Device;
import dev.velella.source.mqtt.client.Mosquitto;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a device can send to stop a connector that is set up as the samples are: each is a dead letter that can be sent, what
 * comes after it is a record that the converter writes, and both are acknowledged.
 */
@Timeout(600)
class HostilePayloadTest {
    private static final int REQUEST = 1 << 20;
    private static final String TEMPLATE =
            "@prefix sosa: <http://www.w3.org/ns/sosa/> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> ."
                    + " <https://example.org/devices/{topic[2]}/temperature> a sosa:Observation ; sosa:hasSimpleResult"
                    + " \"{/temperature}\"^^xsd:decimal ; sosa:resultTime \"{/time}\"^^xsd:dateTime .";

    private final List<AutoCloseable> open = new ArrayList<>();
    private Mosquitto broker;
    private Device device;
    private MqttTask task;

    @TempDir
    Path folder;

    @BeforeEach
    void startBroker() {
        broker = opened(new Mosquitto(folder));
        device = opened(new Device(broker.port()));
    }

    @AfterEach
    void closeAll() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    /** @param reason of the dead letter */
    private record Attack(
            String name, String topic, String type, String payload, Map<String, String> options, String reason) {
        Attack(String name, String type, String payload, String reason) {
            this(name, "devices/a7/reading", type, payload, Map.of(), reason);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Attack> attacks() {
        String json = "application/json";
        String large = "<urn:g> { <urn:s> <urn:p> \"" + "x".repeat(1_500_000) + "\" }";
        return List.of(
                new Attack("lone surrogate", json, "{\"temperature\":\"\\ud800\"}", "malformed"),
                new Attack("lone surrogate in a time", json, "{\"time\":\"\\udc00x\"}", "malformed"),
                new Attack(
                        "lone surrogate in the key",
                        "devices/a7/reading",
                        json,
                        "{\"temperature\":1,\"id\":\"\\ud800\"}",
                        Map.of("key.source", "json-pointer", "key.json.pointer", "/id"),
                        "key"),
                new Attack(
                        "quoted triple",
                        "application/n-quads",
                        "<< <urn:a> <urn:b> <urn:c> >> <urn:p> <urn:o> .",
                        "malformed"),
                new Attack(
                        "quoted triple in Turtle",
                        "text/turtle",
                        "<urn:s> <urn:p> << <urn:a> <urn:b> <urn:c> >> .",
                        "malformed"),
                new Attack(
                        "exponent", "application/ld+json", "{\"@id\":\"urn:a\",\"urn:p\":1e-1000000000}", "too-large"),
                new Attack("large", "application/trig", large, "too-large"),
                new Attack("type that is none", "image/png\n" + "x".repeat(50_000), "x", "content-type"),
                new Attack(
                        "two graphs",
                        "application/trig",
                        "<urn:g> {<urn:s> <urn:p> 1} <urn:h> {<urn:s> <urn:p> 2}",
                        "element"),
                new Attack("far ahead", json, "{\"time\":\"9999-01-01T00:00:00Z\"}", "time"),
                new Attack(
                        "level that is no name",
                        "devices/ä/reading",
                        json,
                        "{\"temperature\":1}",
                        Map.of("topic", "graphs.{topic[2]}"),
                        "topic"),
                new Attack(
                        "names that differ in dots",
                        "devices/g_d/reading",
                        json,
                        "{\"temperature\":1}",
                        Map.of("topic", "graphs.{topic[2]}"),
                        "topic"),
                new Attack(
                        "the topic of the dead letters",
                        "devices/letters/reading",
                        json,
                        "{\"temperature\":1}",
                        Map.of("topic", "dead.{topic[2]}"),
                        "topic"));
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void isADeadLetterAndWhatFollowsIsARecord(Attack attack) throws Exception {
        start(attack.options());
        int wellBefore = 0;
        List<SourceRecord> records = new ArrayList<>();
        if (attack.options().containsKey("topic")) {
            good("g.d"); // has its topic
            wellBefore = 1;
            records.addAll(take(1));
        }
        device.publish(Mqtt5Publish.builder()
                .topic(attack.topic())
                .qos(MqttQos.AT_LEAST_ONCE)
                .contentType(attack.type().replace('\n', ' '))
                .payload(attack.payload().getBytes(StandardCharsets.UTF_8))
                .build());
        good("b1");
        records.addAll(take(2));
        // Streams may overtake each other.
        List<SourceRecord> letters = records.stream()
                .filter(record -> record.topic().equals("dead.letters"))
                .toList();
        assertThat(letters).hasSize(1);
        SourceRecord letter = letters.get(0);
        assertThat(header(letter, "error.reason"))
                .as(header(letter, "error.message"))
                .isEqualTo(attack.reason());
        assertThat(header(letter, "error.message").length()).isLessThanOrEqualTo(1001);
        assertThat(letter.valueSchema()).isEqualTo(RawBytes.SCHEMA);
        records.forEach(HostilePayloadTest::assertSent);
        records.forEach(record -> task.commitRecord(record, null));
        assertThat(task.counts().acknowledged()).isEqualTo(wellBefore + 2);
    }

    @Test
    void aSourceThatIsToldWhatItsDevicesSendReadsNothingElse() throws Exception {
        start(Map.of("payload.content.types.allowed", "application/json"));
        device.turtle("devices/a7/reading", "<urn:a> <urn:b> 1 .");
        good("a7");
        List<SourceRecord> records = take(2);
        assertThat(header(records.get(0), "error.reason")).isEqualTo("content-type");
        assertThat(header(records.get(0), "error.message"))
                .contains("text/turtle", "[application/json]", "payload.content.types.allowed");
        assertThat(records.get(1).topic()).isEqualTo("graphs");
    }

    @Test
    void aFloodOfBadMessagesLeavesAFewDeadLettersOfItsOwnStreamAndIsAcknowledged() throws Exception {
        start(Map.of("dead.letter.max.per.minute", "5"));
        int flood = 200;
        for (int i = 0; i < flood; i++) {
            device.turtle("devices/a7/reading", "nonsense");
        }
        device.turtle("devices/b1/reading", "nonsense");
        good("c1");
        List<SourceRecord> records = take(7);
        assertThat(records)
                .extracting(SourceRecord::key)
                .containsExactlyInAnyOrder(
                        "devices/a7/reading",
                        "devices/a7/reading",
                        "devices/a7/reading",
                        "devices/a7/reading",
                        "devices/a7/reading",
                        "devices/b1/reading",
                        "c1");
        records.forEach(record -> task.commitRecord(record, null));
        while (task.counts().acknowledged() < flood + 2) {
            LockSupport.parkNanos(2_000_000);
        }
    }

    /** As the worker does it: with the converter that the connector names. */
    private static void assertSent(SourceRecord record) {
        try (JellyConverter converter = new JellyConverter()) {
            converter.configure(Map.of(), false);
            byte[] value = converter.fromConnectData(
                    record.topic(), new RecordHeaders(), record.valueSchema(), record.value());
            long bytes = value.length + record.key().toString().length();
            for (org.apache.kafka.connect.header.Header header : record.headers()) {
                bytes += header.key().length() + header.value().toString().getBytes(StandardCharsets.UTF_8).length;
            }
            assertThat(bytes).isLessThan(REQUEST - 100);
        }
    }

    private static String header(SourceRecord record, String name) {
        return String.valueOf(record.headers().lastWithName(name).value());
    }

    private void good(String name) {
        device.publish(Mqtt5Publish.builder()
                .topic("devices/" + name + "/reading")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(("{\"temperature\":21.5,\"id\":\"x\",\"time\":\"" + Instant.now() + "\"}")
                        .getBytes(StandardCharsets.UTF_8))
                .build());
    }

    private void start(Map<String, String> more) {
        Map<String, String> props = new HashMap<>();
        props.put("source.type", "mqtt");
        props.put("topic", "graphs");
        props.put("mqtt.server.uri", broker.uri());
        props.put("mqtt.topics", "devices/+/reading");
        props.put("mqtt.client.id", "test");
        props.put("payload.content.type", "application/json");
        props.put("payload.json", "template");
        props.put("payload.json.template", TEMPLATE);
        props.put("temporal.property", "http://www.w3.org/ns/sosa/resultTime");
        props.put("temporal.max.future.ms", "3600000");
        props.put("element.type", "single-graph");
        props.put("key.source", "topic-segment");
        props.put("key.topic.segment", "2");
        props.put("on.error", "dead-letter");
        props.put("dead.letter.topic", "dead.letters");
        props.put("value.converter", JellyConverter.class.getName());
        props.putAll(more);
        task = new MqttTask();
        open.add(task::stop);
        task.initialize(new StoredOffsets());
        task.start(props);
        while (task.counts().connected() == 0) {
            LockSupport.parkNanos(2_000_000);
        }
    }

    private List<SourceRecord> take(int count) throws InterruptedException {
        List<SourceRecord> read = new ArrayList<>();
        while (read.size() < count) {
            List<SourceRecord> batch = task.poll();
            if (batch != null) {
                read.addAll(batch);
            }
        }
        assertThat(read).hasSize(count);
        return read;
    }

    private <T extends AutoCloseable> T opened(T closeable) {
        open.add(closeable);
        return closeable;
    }
}
