package dev.velella.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.edge.EdgeSettings;
import dev.velella.edge.mqtt.EdgePublisher;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.mqtt.MqttTask;
import dev.velella.source.mqtt.client.Mosquitto;
import dev.velella.source.simulator.WeatherOptions;
import dev.velella.source.simulator.WeatherSimulator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.connect.source.SourceRecord;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A broker, a device that publishes over the compressed link, and tasks that read its messages. */
@Timeout(600)
abstract class LinkSetting {
    static final String TOPIC = "site/ibs_1/weather";

    final StoredOffsets offsets = new StoredOffsets();
    final List<AutoCloseable> open = new ArrayList<>();

    /** The graphs of the device, in their order. */
    final List<RdfGraph> graphs = new ArrayList<>();

    Mosquitto broker;
    Mqtt5AsyncClient device;
    EdgePublisher publisher;

    /** Number of the graph that is published next. */
    int next;

    @TempDir
    Path folder;

    @BeforeEach
    void startBroker() {
        broker = opened(new Mosquitto(folder));
        WeatherSimulator weather = new WeatherSimulator(WeatherOptions.of(1, 0));
        for (int i = 0; i < 200; i++) {
            graphs.add(weather.next().graph());
        }
    }

    @AfterEach
    void closeAll() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    void startDevice(EdgeSettings settings) {
        device = MqttClient.builder()
                .useMqttVersion5()
                .identifier("device")
                .serverHost("127.0.0.1")
                .serverPort(broker.port())
                .automaticReconnect()
                .initialDelay(20, TimeUnit.MILLISECONDS)
                .maxDelay(100, TimeUnit.MILLISECONDS)
                .applyAutomaticReconnect()
                .buildAsync();
        device.connectWith()
                .cleanStart(false)
                .sessionExpiryInterval(3600)
                .send()
                .join();
        Mqtt5AsyncClient started = device;
        open.add(() -> {
            if (started.getState().isConnected()) {
                started.disconnect().join();
            }
        });
        publisher = EdgePublisher.open(device, TOPIC, settings).join();
    }

    static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(2_000_000);
        }
    }

    void publish(int count) {
        for (int i = 0; i < count; i++) {
            publisher.publish(graphs.get(next++)).join();
        }
    }

    void check(List<SourceRecord> records, int from) {
        for (int i = 0; i < records.size(); i++) {
            assertThat(numberOf(records.get(i))).as("record %d", i).isEqualTo(from + i);
        }
    }

    int numberOf(SourceRecord record) {
        assertThat(record.topic()).isEqualTo("graphs");
        Set<Statement> read = statements((RdfGraph) RdfStructs.toElement(record.value()));
        for (int i = 0; i < graphs.size(); i++) {
            if (statements(graphs.get(i)).equals(read)) {
                return i;
            }
        }
        throw new AssertionError("a graph that no device has sent: " + read);
    }

    MqttTask start(Map<String, String> more) {
        Map<String, String> props = new HashMap<>();
        props.put("source.type", "mqtt");
        props.put("topic", "graphs");
        props.put("mqtt.server.uri", broker.uri());
        props.put("mqtt.topics", "site/#");
        props.put("mqtt.client.id", "test");
        props.put("mqtt.retry.backoff.ms", "50");
        props.put("mqtt.link.enabled", "true");
        props.put("key.source", "topic-segment");
        props.put("key.topic.segment", "2");
        props.putAll(more);
        MqttTask task = new MqttTask();
        open.add(task::stop);
        task.initialize(offsets);
        task.start(props);
        await(() -> task.counts().connected() > 0);
        return task;
    }

    static List<SourceRecord> polled(MqttTask task) throws InterruptedException {
        List<SourceRecord> batch = task.poll();
        return batch == null ? List.of() : batch;
    }

    static List<SourceRecord> take(MqttTask task, int count) throws InterruptedException {
        List<SourceRecord> read = new ArrayList<>();
        while (read.size() < count) {
            read.addAll(polled(task));
        }
        assertThat(read).hasSize(count);
        return read;
    }

    void commit(MqttTask task, List<SourceRecord> records) {
        offsets.store(records.get(records.size() - 1));
        records.forEach(record -> task.commitRecord(record, null));
    }

    <T extends AutoCloseable> T opened(T closeable) {
        open.add(closeable);
        return closeable;
    }

    private static Set<Statement> statements(RdfGraph graph) {
        return new HashSet<>(graph.statements());
    }
}
