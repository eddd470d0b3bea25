package dev.velella.tests.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import dev.velella.quickstart.part.ConnectRest;
import dev.velella.quickstart.part.Samples;
import dev.velella.tests.Await;
import dev.velella.tests.BrokerProcess;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.WorkerProcess;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Trap: one message of 4 MB that the shipped template would make a graph of gigabytes, sent to a worker with a heap of 1 GB.
 * It becomes a dead letter that says why, in a topic that did not exist (dead-letter-topic-missing.json of the cases), it is acknowledged, the worker lives, and what comes after it arrives.
 */
class PoisonMessageIT {
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final int POISON = 4 << 20;
    private static final int GOOD = 20;

    @Test
    void aMessageThatWouldTakeAllMemoryIsADeadLetterAndTheRestArrives(@TempDir Path scratch) throws Exception {
        try (BrokerProcess kafka = new BrokerProcess(scratch.resolve("kafka"));
                HiveMqProcess mqtt = new HiveMqProcess(scratch.resolve("mqtt"));
                Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
                WorkerProcess worker = new WorkerProcess(
                        scratch, kafka.bootstrapServers(), List.of("-XX:+ExitOnOutOfMemoryError"), 1024)) {
            Topics.create(admin, "graphs", 1);
            worker.awaitUp();
            ConnectRest rest = worker.rest();
            rest.create(new Samples(Installation.home())
                    .connector("mqtt-weather-source.json", options(kafka.bootstrapServers(), mqtt.port())));
            Await.until("the source runs", PATIENCE, () -> rest.isRunning("mqtt-weather-source"));
            Mqtt5BlockingClient device = MqttClient.builder()
                    .useMqttVersion5()
                    .identifier("device")
                    .serverHost("127.0.0.1")
                    .serverPort(mqtt.port())
                    .buildBlocking();
            device.connect();
            // What is published before the first subscription is nobody's.
            Await.until("the source has subscribed", PATIENCE, () -> {
                publish(device, "early", reading("early"));
                return !Topics.committed(kafka.bootstrapServers(), "graphs", 1).isEmpty();
            });

            publish(device, "poison", poison());
            for (int i = 0; i < GOOD; i++) {
                publish(device, "good" + i, reading("s" + i));
            }

            Await.until("a dead letter, and the messages after it", PATIENCE, () -> {
                assertThat(worker.isAlive()).as("worker lives").isTrue();
                assertThat(rest.failure("mqtt-weather-source")).isEmpty();
                return !Topics.committed(kafka.bootstrapServers(), "dead", 1).isEmpty()
                        && Topics.committed(kafka.bootstrapServers(), "graphs", 1).stream()
                                .anyMatch(record -> record.key().equals("good" + (GOOD - 1)));
            });
            assertThat(Topics.committed(kafka.bootstrapServers(), "graphs", 1))
                    .extracting(ConsumerRecord::key)
                    .contains(goodKeys())
                    .doesNotContain("poison");
            List<ConsumerRecord<String, byte[]>> dead = Topics.committed(kafka.bootstrapServers(), "dead", 1);
            assertThat(dead).singleElement().satisfies(record -> {
                assertThat(record.key()).isEqualTo("site/poison/weather");
                assertThat(header(record, "error.reason")).isEqualTo("too-large");
                assertThat(header(record, "error.message"))
                        .contains("more than the limit of 250000 statements (limits.element.statements)");
                assertThat(header(record, "error.payload.bytes")).isEqualTo(Integer.toString(poison().length));
                assertThat(record.value())
                        .as("its beginning")
                        .isEqualTo(Arrays.copyOf(poison(), record.value().length));
            });
            device.disconnect();
        }
    }

    private static String[] goodKeys() {
        String[] keys = new String[GOOD];
        for (int i = 0; i < GOOD; i++) {
            keys[i] = "good" + i;
        }
        return keys;
    }

    private static Map<String, String> options(String bootstrapServers, int port) throws Exception {
        Map<String, String> options = new HashMap<>();
        options.put("kafka.bootstrap.servers", bootstrapServers);
        options.put("mqtt.server.uri", "mqtt://127.0.0.1:" + port);
        options.put(
                "payload.json.template", Files.readString(Installation.home().resolve("etc/weather-template.trig")));
        options.put("on.error", "dead-letter");
        options.put("dead.letter.topic", "dead");
        return options;
    }

    private static void publish(Mqtt5BlockingClient device, String station, byte[] payload) {
        device.publishWith()
                .topic("site/" + station + "/weather")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(payload)
                .send();
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
