package dev.velella.tests.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.fixture.CutProxy;
import dev.velella.quickstart.RecordValues;
import dev.velella.quickstart.part.Samples;
import dev.velella.rdf.RdfGraph;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.BrokerProcess;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.WorkerProcess;
import dev.velella.tests.chaos.WorkerRest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.rdf4j.model.Literal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Messages of QoS 1 through a worker with transactions, while the worker is killed, connections are cut, and the brokers of
 * MQTT and of Kafka are away for some time, Kafka also without that its connections end: afterwards the topic holds every message once, in the order of its device.
 */
class MqttSourceIT {
    private static final Duration PATIENCE = Duration.ofSeconds(Integer.getInteger("velella.mqtt.patience", 120));
    private static final int PARTITIONS = 2;

    /** How long Kafka does not answer. */
    private static final Duration AWAY = Duration.ofSeconds(10);

    private final int kills = Integer.getInteger("velella.mqtt.kills", 1);
    private final int cuts = Integer.getInteger("velella.mqtt.cuts", 2);
    private final int restarts = Integer.getInteger("velella.mqtt.restarts", 1);
    private final int messages = Integer.getInteger("velella.mqtt.messages", 10_000);

    @Test
    void everyMessageIsInTheTopicOnceWhateverFails(@TempDir Path scratch) throws Exception {
        int rounds = kills + cuts + restarts + 2;
        int share = messages / (rounds + 1);
        try (BrokerProcess kafka = new BrokerProcess(scratch.resolve("kafka"));
                HiveMqProcess mqtt = new HiveMqProcess(scratch.resolve("mqtt"));
                CutProxy proxy = new CutProxy(mqtt.port());
                Devices devices = new Devices(mqtt.port())) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
                Topics.create(admin, "readings", PARTITIONS);
            }
            try (WorkerProcess worker = new WorkerProcess(scratch, kafka.bootstrapServers())) {
                ConnectRest rest = worker.rest();
                WorkerRest operator = new WorkerRest(worker.restUrl());
                worker.awaitUp();
                rest.create(new Samples(Installation.home())
                        .connector("mqtt-source.json", options(kafka.bootstrapServers(), proxy.uri())));
                Await.until("the source runs", PATIENCE, () -> rest.isRunning("mqtt-source"));
                // What is published before the first subscription is nobody's.
                Await.until("the source has subscribed", PATIENCE, () -> {
                    devices.publish(1);
                    return records(kafka) > 0;
                });
                int early = devices.published();
                for (int kill = 0; kill < kills; kill++) {
                    devices.publish(share);
                    worker.kill();
                    worker.start();
                    if (kills > 5) {
                        worker.awaitUp(); // else the dead workers are more than the cluster waits for
                    }
                }
                for (int cut = 0; cut < cuts; cut++) {
                    long before = records(kafka);
                    devices.publish(share);
                    Await.until("the source goes on", PATIENCE, () -> records(kafka) > before);
                    proxy.cut();
                }
                for (int restart = 0; restart < restarts; restart++) {
                    devices.publish(share);
                    mqtt.stop();
                    mqtt.start();
                }
                kafka.kill();
                devices.publish(share);
                kafka.start();
                kafka.pause();
                long back = System.nanoTime() + AWAY.toNanos();
                devices.publish(share);
                Await.until("Kafka was away for so long", PATIENCE, () -> System.nanoTime() - back > 0);
                kafka.resume();
                devices.publish(share);
                int last = devices.published();
                Await.until("the last message is in the topic", PATIENCE, () -> {
                    String failure = rest.failure("mqtt-source").orElse("");
                    if (failure.contains("Failed to read to end of config topic")) {
                        operator.heal("mqtt-source"); // Connect gives up a task that it starts while Kafka is away
                    } else {
                        assertThat(failure).isEmpty();
                    }
                    return numbers(kafka).values().stream().anyMatch(list -> list.contains(last - 1));
                });
                Await.until("every message is in the topic", PATIENCE, () -> records(kafka) >= last - early);
                check(numbers(kafka), early, last);
            }
        }
    }

    private static Map<String, String> options(String bootstrapServers, String uri) {
        Map<String, String> options = new HashMap<>();
        options.put("kafka.bootstrap.servers", bootstrapServers);
        options.put("topic", "readings");
        options.put("mqtt.server.uri", uri);
        options.put("mqtt.topics", "site/+/reading");
        options.put("mqtt.retry.backoff.ms", "100");
        options.put("mqtt.retry.backoff.max.ms", "1000");
        options.put("payload.content.type", "text/turtle");
        options.put("on.error", "fail");
        return options;
    }

    /** Those from {@code early} on are there once and in order; of those before, none twice. */
    private static void check(Map<String, List<Integer>> found, int early, int last) {
        for (int device = 0; device < Devices.COUNT; device++) {
            List<Integer> expected = new ArrayList<>();
            for (int number = early; number < last; number++) {
                if (number % Devices.COUNT == device) {
                    expected.add(number);
                }
            }
            assertThat(found.getOrDefault("d" + device, List.of()).stream().filter(number -> number >= early))
                    .as("device %d", device)
                    .containsExactlyElementsOf(expected);
        }
    }

    private static long records(BrokerProcess kafka) {
        return Topics.committed(kafka.bootstrapServers(), "readings", PARTITIONS)
                .size();
    }

    /** The numbers in the topic, by device. */
    private static Map<String, List<Integer>> numbers(BrokerProcess kafka) {
        Map<String, List<Integer>> numbers = new TreeMap<>();
        try (RecordValues values = new RecordValues(kafka.bootstrapServers())) {
            for (ConsumerRecord<String, byte[]> record :
                    Topics.committed(kafka.bootstrapServers(), "readings", PARTITIONS)) {
                Literal number = (Literal)
                        values.read(record, RdfGraph.class).statements().get(0).getObject();
                numbers.computeIfAbsent(record.key(), key -> new ArrayList<>()).add(number.intValue());
            }
        }
        return numbers;
    }
}
