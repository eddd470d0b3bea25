package dev.velella.tests.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.WorkerProcess;
import dev.velella.tests.guides.PageConnectors;
import dev.velella.tests.mqtt.HiveMqProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bad messages. Traps: one of 4 MB that the shipped template would make a graph of gigabytes, sent to a worker with a heap
 * of 1 GB; and a topic of dead letters that does not exist. Each becomes a dead letter that says why, it is acknowledged,
 * the worker lives, and what comes after it arrives.
 */
class PoisonMessageIT {
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final int POISON = 4 << 20;
    private static final int GOOD = 20;

    private static EmbeddedBroker kafka;
    private static HiveMqProcess mqtt;
    private static WorkerProcess worker;
    private static ConnectRest rest;
    private static Mqtt5BlockingClient device;

    @BeforeAll
    static void start(@TempDir Path scratch) throws Exception {
        kafka = new EmbeddedBroker(
                scratch.resolve("kafka"), Ports.free()); // makes no topics by itself, nor does the worker
        mqtt = new HiveMqProcess(scratch.resolve("mqtt"));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            Topics.create(admin, "graphs", 1);
        }
        worker = new WorkerProcess(scratch, kafka.bootstrapServers(), List.of("-XX:+ExitOnOutOfMemoryError"), 1024);
        worker.awaitUp();
        rest = worker.rest();
        device = MqttClient.builder()
                .useMqttVersion5()
                .identifier("device")
                .serverHost("127.0.0.1")
                .serverPort(mqtt.port())
                .buildBlocking();
        device.connect();
    }

    @AfterAll
    static void stop() {
        device.disconnect();
        worker.close();
        mqtt.close();
        kafka.close();
    }

    @Test
    void aMessageThatWouldTakeAllMemoryIsADeadLetterAndTheRestArrives() throws Exception {
        rest.create(new Samples(Installation.home()).connector("mqtt-weather-source.json", options()));
        awaitRead("mqtt-weather-source", "site/early/weather", reading("early"));

        publish("site/poison/weather", poison());
        for (int i = 0; i < GOOD; i++) {
            publish("site/good" + i + "/weather", reading("s" + i));
        }

        Await.until("a dead letter, and the messages after it", PATIENCE, () -> {
            assertThat(worker.isAlive()).as("worker lives").isTrue();
            assertThat(rest.failure("mqtt-weather-source")).isEmpty();
            return keys("graphs").contains("good" + (GOOD - 1))
                    && !records("dead").isEmpty();
        });
        assertThat(keys("graphs")).contains(goodKeys()).doesNotContain("poison");
        assertThat(records("dead")).singleElement().satisfies(record -> {
            assertThat(record.key()).isEqualTo("site/poison/weather");
            assertThat(header(record, "error.reason")).isEqualTo("too-large");
            assertThat(header(record, "error.message"))
                    .contains("more than the limit of 250000 statements (limits.element.statements)");
            assertThat(header(record, "error.payload.bytes")).isEqualTo(Integer.toString(poison().length));
            assertThat(record.value()).as("its beginning").isEqualTo(Arrays.copyOf(poison(), record.value().length));
        });
    }

    /**
     * The guide's connector, as it stands on the page but for addresses and login. Its topic of dead letters does not
     * exist: where it cannot be made the connector is refused, else it is made, and one bad message stops nobody.
     */
    @Test
    void theGuidesConnectorMakesItsTopicOfDeadLettersAndOneBadMessageStopsNobody() throws Exception {
        Map<String, String> guide = PageConnectors.all().stream()
                .filter(connector -> connector.page().endsWith("guides/mqtt.md"))
                .map(PageConnectors.PageConnector::config)
                .findFirst()
                .orElseThrow();
        guide.keySet().removeAll(List.of("mqtt.username", "mqtt.password"));
        guide.put("mqtt.server.uri", "mqtt://127.0.0.1:" + mqtt.port());
        guide.put("kafka.bootstrap.servers", kafka.bootstrapServers());
        ObjectNode connector = new ObjectMapper().createObjectNode().put("name", "devices");
        ObjectNode config = connector.putObject("config");
        guide.forEach(config::put);

        config.put("topic.replication.factor", "3"); // there is one broker
        assertThatThrownBy(() -> rest.create(connector))
                .hasMessageContaining("topic devices-dead-letters does not exist")
                .hasMessageContaining("Unable to replicate the partition 3 time(s)");
        config.remove("topic.replication.factor");
        rest.create(connector);
        awaitRead("devices", "devices/early/reading", guidesReading());

        publish("devices/a7/reading", guidesReading());
        publish("devices/b/reading", "oops".getBytes(StandardCharsets.UTF_8));
        publish("devices/a8/reading", guidesReading());

        Await.until("a dead letter, and the message after it", PATIENCE, () -> {
            assertThat(rest.failure("devices")).isEmpty();
            return keys("graphs").contains("a8")
                    && !records("devices-dead-letters").isEmpty();
        });
        assertThat(keys("graphs")).contains("a7", "a8").doesNotContain("b");
        assertThat(records("devices-dead-letters")).singleElement().satisfies(record -> {
            assertThat(record.key()).isEqualTo("devices/b/reading");
            assertThat(record.value()).isEqualTo("oops".getBytes(StandardCharsets.UTF_8));
        });
    }

    /** What is published before the first subscription is nobody's. */
    private static void awaitRead(String connector, String topic, byte[] payload) throws Exception {
        Await.until("the source runs", PATIENCE, () -> rest.isRunning(connector));
        String key = topic.split("/")[1];
        Await.until("the source has subscribed", PATIENCE, () -> {
            publish(topic, payload);
            return keys("graphs").contains(key);
        });
    }

    private static List<String> keys(String topic) {
        return records(topic).stream().map(ConsumerRecord::key).toList();
    }

    private static List<ConsumerRecord<String, byte[]>> records(String topic) {
        return Topics.committed(kafka.bootstrapServers(), topic, 1);
    }

    private static String[] goodKeys() {
        String[] keys = new String[GOOD];
        for (int i = 0; i < GOOD; i++) {
            keys[i] = "good" + i;
        }
        return keys;
    }

    private static Map<String, String> options() throws Exception {
        Map<String, String> options = new HashMap<>();
        options.put("kafka.bootstrap.servers", kafka.bootstrapServers());
        options.put("mqtt.server.uri", "mqtt://127.0.0.1:" + mqtt.port());
        options.put(
                "payload.json.template", Files.readString(Installation.home().resolve("etc/weather-template.trig")));
        options.put("on.error", "dead-letter");
        options.put("dead.letter.topic", "dead");
        return options;
    }

    private static void publish(String topic, byte[] payload) {
        device.publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(payload)
                .send();
    }

    private static byte[] guidesReading() {
        return "{\"temperature\": 21.5, \"time\": \"2026-11-25T10:00:00Z\"}".getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] reading(String station) {
        return ("{\"station\":\"" + station + "\",\"time\":\"2026-01-02T03:04:05Z\"}").getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] poison() {
        String item = "{\"station\":1,\"time\":\"2026-01-01T00:00:00Z\"}";
        return ("[" + (item + ",").repeat(POISON / (item.length() + 1)) + item + "]").getBytes(StandardCharsets.UTF_8);
    }

    private static String header(ConsumerRecord<String, byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        assertThat(header).as(name).isNotNull();
        return new String(header.value(), StandardCharsets.UTF_8);
    }
}
