package dev.velella.tests.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import dev.velella.edge.EdgeForm;
import dev.velella.edge.EdgeSettings;
import dev.velella.edge.mqtt.EdgePublisher;
import dev.velella.fixture.CutProxy;
import dev.velella.quickstart.RecordValues;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.simulator.SimulatedElement;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.Weather;
import dev.velella.tests.WorkerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Devices whose messages build on dictionaries, through a worker with transactions, while the worker is
 * killed, its connections are cut, the broker is restarted, and the devices themselves start anew: the topic holds every graph
 * once, in the order of its device, and no graph that none has sent.
 */
class EdgeLinkIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int SHARE = 40;

    private final List<RdfGraph> elements =
            Weather.elements(1_000, 1).stream().map(SimulatedElement::graph).toList();

    /** Links need not keep the order of statements. */
    private final List<Set<Statement>> graphs = elements.stream()
            .<Set<Statement>>map(graph -> new HashSet<>(graph.statements()))
            .toList();

    /** A device of every form, which its topic names. */
    private final class Device implements AutoCloseable {
        private final EdgeForm form;
        private final int port;
        private final Path file;
        private Mqtt5AsyncClient client;
        private EdgePublisher publisher;
        private int next;

        /** Published before it was known that the source has subscribed. */
        private int early;

        Device(EdgeForm form, int port, Path folder) {
            this.form = form;
            this.port = port;
            file = folder.resolve(name());
            start();
        }

        String name() {
            return form.name().toLowerCase(Locale.ROOT);
        }

        /** Its dictionary is in a file. */
        void restart() {
            close();
            start();
        }

        private void start() {
            client = MqttClient.builder()
                    .useMqttVersion5()
                    .identifier(name())
                    .serverHost("127.0.0.1")
                    .serverPort(port)
                    .automaticReconnect()
                    .initialDelay(50, TimeUnit.MILLISECONDS)
                    .maxDelay(500, TimeUnit.MILLISECONDS)
                    .applyAutomaticReconnect()
                    .buildAsync();
            client.connectWith()
                    .cleanStart(false)
                    .sessionExpiryInterval(3600)
                    .send()
                    .join();
            EdgeSettings settings = EdgeSettings.DEFAULT.withForm(form).withDictionaryFile(file);
            publisher = EdgePublisher.open(client, "site/" + name() + "/weather", settings)
                    .join();
        }

        /** Returns when the broker has them. */
        void publish(int count) {
            for (int i = 0; i < count; i++) {
                publisher.publish(elements.get(next++)).join();
            }
        }

        @Override
        public void close() {
            client.disconnect().join();
        }
    }

    @Test
    void everyGraphIsInTheTopicOnceWhateverFails(@TempDir Path scratch) throws Exception {
        try (EmbeddedBroker kafka = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                HiveMqProcess mqtt = new HiveMqProcess(scratch.resolve("mqtt"));
                CutProxy proxy = new CutProxy(mqtt.port());
                Device whole = new Device(EdgeForm.GRAPHS, mqtt.port(), scratch);
                Device changes = new Device(EdgeForm.CHANGES, mqtt.port(), scratch)) {
            List<Device> devices = List.of(whole, changes);
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
                Topics.create(admin, "graphs", 1);
                Topics.create(admin, "dead", 1);
            }
            try (WorkerProcess worker = new WorkerProcess(scratch, kafka.bootstrapServers())) {
                ConnectRest rest = worker.rest();
                worker.awaitUp();
                rest.create(new Samples(Installation.home())
                        .connector("mqtt-edge-source.json", options(kafka.bootstrapServers(), proxy.uri())));
                // What is published before the first subscription is nobody's.
                for (Device device : devices) {
                    Await.until("the source has subscribed for " + device.name(), PATIENCE, () -> {
                        assertThat(rest.failure("mqtt-edge-source")).isEmpty();
                        device.publish(1);
                        return found(kafka, device) > 0;
                    });
                    device.early = device.next;
                }
                publish(devices);
                worker.kill();
                publish(devices);
                worker.start();
                worker.awaitUp();
                long before = found(kafka, changes);
                publish(devices);
                Await.until("the source goes on", PATIENCE, () -> found(kafka, changes) > before);
                proxy.cut();
                publish(devices);
                awaitLast(devices, rest, kafka);
                devices.forEach(Device::restart);
                publish(devices);
                mqtt.stop();
                mqtt.start();
                publish(devices);
                awaitLast(devices, rest, kafka);
            }
            assertThat(Topics.committed(kafka.bootstrapServers(), "dead", 1)).isEmpty();
            for (Device device : devices) {
                List<Integer> found = sent(kafka, device);
                assertThat(found.get(0)).as("the first of %s", device.name()).isBetween(0, device.early - 1);
                assertThat(found)
                        .as(device.name())
                        .isEqualTo(IntStream.range(found.get(0), device.next)
                                .boxed()
                                .toList());
            }
        }
    }

    private void awaitLast(List<Device> devices, ConnectRest rest, EmbeddedBroker kafka) throws Exception {
        for (Device device : devices) {
            Await.until("the last graph of " + device.name() + " is in the topic", PATIENCE, () -> {
                assertThat(rest.failure("mqtt-edge-source")).isEmpty();
                return sent(kafka, device).contains(device.next - 1);
            });
        }
    }

    private static void publish(List<Device> devices) {
        devices.forEach(device -> device.publish(SHARE));
    }

    private static Map<String, String> options(String bootstrapServers, String uri) {
        Map<String, String> options = new HashMap<>();
        options.put("kafka.bootstrap.servers", bootstrapServers);
        options.put("mqtt.server.uri", uri);
        options.put("mqtt.retry.backoff.ms", "100");
        options.put("mqtt.retry.backoff.max.ms", "1000");
        options.put("dead.letter.topic", "dead");
        options.put("producer.override.transaction.timeout.ms", "8000");
        return options;
    }

    private static long found(EmbeddedBroker kafka, Device device) {
        return Topics.committed(kafka.bootstrapServers(), "graphs", 1).stream()
                .filter(record -> device.name().equals(record.key()))
                .count();
    }

    /** The numbers of the graphs of a device in the topic, in their order; -1 for one that none has sent. */
    private List<Integer> sent(EmbeddedBroker kafka, Device device) {
        List<Integer> found = new ArrayList<>();
        try (RecordValues values = new RecordValues(kafka.bootstrapServers())) {
            for (ConsumerRecord<String, byte[]> record : Topics.committed(kafka.bootstrapServers(), "graphs", 1)) {
                RdfGraph graph = values.read(record, RdfGraph.class); // all, so that none is unreadable
                if (device.name().equals(record.key())) {
                    found.add(graphs.indexOf(new HashSet<>(graph.statements())));
                }
            }
        }
        return found;
    }
}
