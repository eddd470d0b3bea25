package dev.velella.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.http.TestServer;
import dev.velella.source.mqtt.MqttTask;
import dev.velella.source.mqtt.client.Device;
import dev.velella.source.mqtt.client.Mosquitto;
import dev.velella.source.mqtt.client.MqttMessage;
import dev.velella.source.mqtt.lane.CostlyRule;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.internals.PluginMetricsImpl;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Costly messages are read in a lane of their own, over a real broker; a gate holds the lane while others go on. */
@Timeout(600)
class MqttLaneTest {
    private static final int LARGE = 64 << 10;

    /** No message takes so long: which ones are costly follows from their length. */
    private static final Duration NEVER = Duration.ofDays(1);

    private StoredOffsets offsets = new StoredOffsets();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final Map<MqttTask, Deque<SourceRecord>> ahead = new HashMap<>();
    private final Gate gate = new Gate();
    private Device device;
    private Mosquitto broker;

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

    /** Lets the lane read nothing until it is opened. */
    private static final class Gate {
        private final CountDownLatch opened = new CountDownLatch(1);
        private final BlockingQueue<String> topics = new LinkedBlockingQueue<>();

        void await(MqttMessage message) {
            topics.add(message.topic());
            try {
                opened.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("the lane was closed", e);
            }
        }

        void open() {
            opened.countDown();
        }
    }

    @Test
    void aCostlyMessageHoldsUpNoOtherStream() throws Exception {
        MqttTask task = start(Map.of());
        large("site/costly", 1);
        assertThat(gateReached(task)).isEqualTo("site/costly");
        for (int i = 2; i < 50; i++) {
            small("site/a", i);
        }
        assertThat(values(take(task, 48)))
                .startsWith("urn:value:2")
                .endsWith("urn:value:49")
                .doesNotContain("urn:value:1");
        gate.open();
        assertThat(values(take(task, 1))).containsExactly("urn:value:1");
    }

    /** Messages wait for a context in the lane, and the others do not. */
    @Test
    void aSlowServerOfContextsHoldsUpNoOtherStream() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        byte[] context = "{\"@context\":{\"name\":\"urn:name\"}}".getBytes(StandardCharsets.UTF_8);
        TestServer server = opened(new TestServer(request -> {
            try {
                answer.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return TestServer.Response.ok(context).with("Content-Type", "application/ld+json");
        }));
        String address = "http://127.0.0.1:" + server.port() + "/context";
        MqttTask task = start(Map.of("payload.jsonld.contexts.allowed", address));
        gate.open();
        device.publish(Mqtt5Publish.builder()
                .topic("site/linked")
                .qos(MqttQos.AT_LEAST_ONCE)
                .contentType("application/ld+json")
                .payload(("{\"@context\":\"" + address + "\",\"name\":\"x\"}").getBytes(StandardCharsets.UTF_8))
                .build());
        gateReached(task);
        for (int i = 1; i < 20; i++) {
            small("site/a", i);
        }
        assertThat(values(take(task, 19))).endsWith("urn:value:19");
        answer.countDown();
        assertThat(take(task, 1).get(0).key()).isEqualTo("site/linked");
    }

    @Test
    void aStreamKeepsItsOrderIntoTheLaneAndOutOfIt() throws Exception {
        MqttTask task = start(Map.of());
        small("site/a", 1);
        large("site/a", 2);
        small("site/a", 3);
        small("site/a", 4);
        small("site/b", 5);
        assertThat(values(take(task, 2))).containsExactly("urn:value:1", "urn:value:5");
        gate.open();
        assertThat(values(take(task, 3))).containsExactly("urn:value:2", "urn:value:3", "urn:value:4");
        small("site/a", 6);
        assertThat(values(take(task, 1))).containsExactly("urn:value:6");
        assertThat(gate.topics).as("read in the lane").hasSize(3);
    }

    /** What is in order is the stream, which is the key, and not the topic alone. */
    @Test
    void topicsOfOneKeyAreOneStream() throws Exception {
        MqttTask task = start(Map.of("key.source", "topic-segment", "key.topic.segment", "2"));
        large("site/a/weather", 1);
        small("site/a/power", 2);
        small("site/b/power", 3);
        assertThat(values(take(task, 1))).containsExactly("urn:value:3");
        gate.open();
        assertThat(values(take(task, 2))).containsExactly("urn:value:1", "urn:value:2");
    }

    @Test
    void streamsTakeTurnsInTheLane() throws Exception {
        MqttTask task = start(Map.of());
        large("site/costly", 1);
        gateReached(task);
        large("site/costly", 2);
        large("site/costly", 3);
        large("site/b", 4);
        small("site/c", 5);
        assertThat(values(take(task, 1))).containsExactly("urn:value:5");
        gate.open();
        assertThat(values(take(task, 4))).containsExactly("urn:value:1", "urn:value:2", "urn:value:4", "urn:value:3");
    }

    @Test
    void aSmallMessageThatTurnsOutToBeCostlyGoesIntoTheLaneAndSoDoesWhatFollows() throws Exception {
        MqttTask task = start(new CostlyRule(Duration.ofNanos(1), LARGE, gate::await), Map.of());
        StringBuilder more = new StringBuilder(document(1));
        for (int i = 0; i < 200; i++) {
            more.append(" <urn:a> <urn:c> ").append(i).append(" .");
        }
        device.turtle("site/a", more.toString());
        gate.open();
        assertThat(((RdfGraph) RdfStructs.toElement(take(task, 1).get(0).value())).statements())
                .hasSize(201);
        assertThat(gate.topics).as("read in the lane").containsExactly("site/a");
        small("site/a", 2);
        assertThat(values(take(task, 1))).containsExactly("urn:value:2");
        assertThat(gate.topics).as("read in the lane").containsExactly("site/a", "site/a");
        small("site/b", 3);
        small("site/b", 4);
        assertThat(values(take(task, 2))).containsExactly("urn:value:3", "urn:value:4");
        assertThat(gate.topics).as("read in the lane").contains("site/b");
    }

    /** Kafka has what came after it; the broker keeps both, as it hears of them in their order. */
    @Test
    void whatIsInTheLaneAtTheEndComesAgainAndWhatOvertookItDoesNot() throws Exception {
        MqttTask first = start(Map.of());
        large("site/costly", 1);
        small("site/a", 2);
        small("site/b", 3);
        commit(first, take(first, 2));
        assertThat(first.counts().unsettled()).isEqualTo(1);
        first.stop();
        assertThat(first.poll()).isNull();
        while (Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("velella-costly-lane"))) {
            LockSupport.parkNanos(2_000_000); // the lane has ended, though its gate is closed
        }
        gate.open();
        MqttTask second = start(Map.of());
        small("site/a", 4);
        List<SourceRecord> records = take(second, 2);
        assertThat(values(records)).containsExactlyInAnyOrder("urn:value:1", "urn:value:4");
        commit(second, records);
        while (second.counts().acknowledged() < 4) {
            LockSupport.parkNanos(2_000_000);
        }
        assertThat(second.counts().redelivered()).isEqualTo(2);
        second.stop();
        MqttTask third = start(Map.of());
        small("site/a", 5);
        assertThat(values(take(third, 1))).containsExactly("urn:value:5");
    }

    @Test
    void whatCannotBeReadInTheLaneIsADeadLetterInTheOrderOfItsStream() throws Exception {
        MqttTask task = start(Map.of("on.error", "dead-letter", "dead.letter.topic", "dead"));
        large("site/a", 1);
        device.turtle("site/a", "nonsense" + "x".repeat(LARGE));
        device.publish(linked("site/a"));
        small("site/a", 2);
        small("site/b", 3);
        assertThat(values(take(task, 1))).containsExactly("urn:value:3");
        gate.open();
        List<SourceRecord> records = take(task, 4);
        assertThat(records).extracting(SourceRecord::topic).containsExactly("graphs", "dead", "dead", "graphs");
        assertThat(records.get(1)
                        .headers()
                        .lastWithName("error.message")
                        .value()
                        .toString())
                .startsWith("not text/turtle: line 1");
        assertThat(records.get(2)
                        .headers()
                        .lastWithName("error.message")
                        .value()
                        .toString())
                .contains("mqtt.link.enabled=true");
        assertThat(task.counts().acknowledged()).isZero();
        commit(task, records);
        assertThat(task.counts().unsettled()).as("the record of site/b").isEqualTo(1);
    }

    @Test
    void whatCannotBeReadInTheLaneStopsTheTaskAfterWhatCameBefore() throws Exception {
        MqttTask task = start(Map.of());
        large("site/a", 1);
        device.turtle("site/a", "nonsense" + "x".repeat(LARGE));
        small("site/a", 2);
        small("site/b", 3);
        assertThat(values(take(task, 1))).containsExactly("urn:value:3");
        gate.open();
        assertThat(values(take(task, 1))).containsExactly("urn:value:1");
        assertThatThrownBy(() -> take(task, 1))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("message of site/a: not text/turtle: line 1");
        task.stop();
        MqttTask next = start(Map.of("on.error", "skip"));
        assertThat(values(take(next, 3)))
                .containsExactlyInAnyOrder("urn:value:1", "urn:value:2", "urn:value:3")
                .containsSubsequence("urn:value:1", "urn:value:2");
    }

    /** Graphs of a poll are in memory together, whichever way they were read. */
    @ParameterizedTest
    @ValueSource(strings = {"batch.max.records", "limits.element.statements"})
    void aPollTakesNoMoreOfTheLaneThanABatchMayHold(String option) throws Exception {
        Metrics metrics = opened(new Metrics());
        offsets = new StoredOffsets(new PluginMetricsImpl(metrics, Map.of("connector", "c", "task", "0")));
        MqttTask task = start(Map.of(option, "2"));
        for (int i = 0; i < 5; i++) {
            large("site/" + i, i);
        }
        while (task.counts().messages() < 5) {
            LockSupport.parkNanos(2_000_000);
        }
        for (int i = 0; i < 3; i++) {
            assertThat(task.poll()).as("what the lane reads").isNull();
        }
        gate.open();
        while (gate.topics.size() < 5 || laneThread().getState() != Thread.State.WAITING) {
            LockSupport.parkNanos(2_000_000); // until all are read
        }
        assertThat(inLane(metrics)).as("in the lane").isEqualTo(5);
        assertThat(task.poll().size()).isEqualTo(2);
        assertThat(inLane(metrics)).as("in the lane").isEqualTo(3);
        assertThat(task.poll().size()).isEqualTo(2);
        assertThat(task.poll().size()).isEqualTo(1);
        assertThat(inLane(metrics)).as("in the lane").isZero();
    }

    @Test
    void aTaskThatTheBrokerRefusesHandsOutWhatTheLaneHasBeforeItFails() throws Exception {
        MqttTask task = start(Map.of());
        large("site/a", 1);
        gateReached(task);
        device.close();
        open.remove(device);
        broker.stop();
        Path configuration = folder.resolve("mosquitto.conf");
        Files.writeString(
                configuration,
                Files.readString(configuration).replace("allow_anonymous true", "allow_anonymous false"));
        broker.start();
        while (!broker.log().contains("not authorised")) {
            assertThat(task.poll()).isNull();
        }
        for (int i = 0; i < 3; i++) {
            assertThat(task.poll()).as("while the lane reads").isNull();
        }
        gate.open();
        assertThat(values(take(task, 1))).containsExactly("urn:value:1");
        assertThatThrownBy(() -> take(task, 1))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("NOT_AUTHORIZED");
    }

    /** As the metric says. */
    private static long inLane(Metrics metrics) {
        return metrics.metrics().values().stream()
                .filter(metric -> metric.metricName().name().equals("mqtt-messages-costly"))
                .mapToLong(metric -> (long) metric.metricValue())
                .sum();
    }

    private static Thread laneThread() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("velella-costly-lane"))
                .findFirst()
                .orElseThrow();
    }

    private static Mqtt5Publish linked(String topic) {
        return Mqtt5Publish.builder()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload("x".getBytes(StandardCharsets.UTF_8))
                .userProperties()
                .add("velella", "x")
                .applyUserProperties()
                .build();
    }

    private void small(String topic, int value) {
        device.turtle(topic, document(value));
    }

    private void large(String topic, int value) {
        device.turtle(topic, document(value) + " #" + "x".repeat(LARGE));
    }

    private static String document(int value) {
        return "<urn:a> <urn:b> <urn:value:" + value + "> .";
    }

    private MqttTask start(Map<String, String> more) {
        return start(new CostlyRule(NEVER, LARGE, gate::await), more);
    }

    /** A task that has subscribed; what is published before that is nobody's. */
    private MqttTask start(CostlyRule rule, Map<String, String> more) {
        Map<String, String> props = new HashMap<>();
        props.put("source.type", "mqtt");
        props.put("topic", "graphs");
        props.put("mqtt.server.uri", broker.uri());
        props.put("mqtt.topics", "site/#");
        props.put("mqtt.client.id", "test");
        props.putAll(more);
        MqttTask task = new MqttTask(rule);
        open.add(task::stop);
        task.initialize(offsets);
        task.start(props);
        while (task.counts().connected() == 0) {
            LockSupport.parkNanos(2_000_000);
        }
        return task;
    }

    /** The topic of the first message that the lane holds; the task goes on until then. */
    private String gateReached(MqttTask task) throws InterruptedException {
        while (gate.topics.isEmpty()) {
            assertThat(task.poll()).isNull();
        }
        return gate.topics.element();
    }

    /** So many records; what comes beyond is left for the next call. */
    private List<SourceRecord> take(MqttTask task, int count) throws InterruptedException {
        Deque<SourceRecord> read = ahead.computeIfAbsent(task, t -> new ArrayDeque<>());
        while (read.size() < count) {
            List<SourceRecord> batch = task.poll();
            if (batch != null) {
                read.addAll(batch);
            }
        }
        List<SourceRecord> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            taken.add(read.remove());
        }
        return taken;
    }

    /** As a worker does when Kafka has the records. */
    private void commit(MqttTask task, List<SourceRecord> records) {
        offsets.store(records.get(records.size() - 1));
        records.forEach(record -> task.commitRecord(record, null));
    }

    private static List<String> values(List<SourceRecord> records) {
        return records.stream()
                .map(record -> ((RdfGraph) RdfStructs.toElement(record.value()))
                        .statements()
                        .get(0)
                        .getObject()
                        .stringValue())
                .toList();
    }

    private <T extends AutoCloseable> T opened(T closeable) {
        open.add(closeable);
        return closeable;
    }
}
