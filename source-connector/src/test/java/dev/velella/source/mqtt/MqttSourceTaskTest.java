package dev.velella.source.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import dev.velella.converter.RawBytes;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.fixture.CutProxy;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.RecordHeaderNames;
import dev.velella.source.Logged;
import dev.velella.source.StoredOffsets;
import dev.velella.source.mqtt.client.Device;
import dev.velella.source.mqtt.client.Mosquitto;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The task against a real broker; the worker's part, committing records, is played by the test. */
@Timeout(600)
class MqttSourceTaskTest {
    private final StoredOffsets offsets = new StoredOffsets();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final Map<MqttTask, Deque<SourceRecord>> ahead = new HashMap<>();
    private Mosquitto broker;

    @TempDir
    Path folder;

    @BeforeEach
    void startBroker() {
        broker = opened(new Mosquitto(folder, "log_type all"));
    }

    @AfterEach
    void closeAll() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    @Test
    void aMessageBecomesARecordWithKeyGraphAndOffset() throws Exception {
        MqttTask task = start(Map.of("mqtt.headers", "topic"));
        publish("site/a/weather", 1);
        SourceRecord record = take(task, 1).get(0);
        assertThat(record.topic()).isEqualTo("graphs");
        assertThat(record.key()).isEqualTo("site/a/weather");
        assertThat(((RdfGraph) RdfStructs.toElement(record.value())).statements())
                .singleElement()
                .asString()
                .contains("urn:value:1");
        assertThat(record.sourcePartition()).isEqualTo(Map.of("input", "mqtt:test"));
        assertThat(record.sourceOffset().get("messages")).isEqualTo(1L);
        assertThat(record.headers().lastWithName("mqtt.topic").value()).isEqualTo("site/a/weather");
    }

    /** Each of these messages has a hundred kilobytes, and its graph forty megabytes of text. */
    @Test
    void graphsOfLongTextAreNotHeldTogether() throws Exception {
        MqttTask task = start(Map.of());
        StringBuilder names = new StringBuilder("p:a");
        for (int i = 0; i < 400; i++) {
            names.append(",p:").append(i);
        }
        String payload = "@prefix p: <urn:" + "x".repeat(100_000) + "/> . <urn:s> <urn:p> " + names + " .";
        for (int i = 0; i < 3; i++) {
            device().turtle("site/a", payload);
        }
        while (task.counts().messages() < 3) {
            LockSupport.parkNanos(2_000_000);
        }
        for (int i = 0; i < 3; i++) {
            List<SourceRecord> batch = task.poll();
            while (batch == null) {
                batch = task.poll();
            }
            assertThat(batch).hasSize(1);
        }
    }

    @Test
    void whatWasNotCommittedComesAgainToTheNextTask() throws Exception {
        MqttTask first = start(Map.of());
        publish("site/a", 1);
        publish("site/a", 2);
        publish("site/a", 3);
        List<SourceRecord> records = take(first, 3);
        first.commitRecord(records.get(0), null);
        first.stop();
        assertThat(values(take(start(Map.of()), 2))).containsExactly("urn:value:2", "urn:value:3");
    }

    @Test
    void whatKafkaHasAndTheBrokerDidNotHearOfIsLeftOut() throws Exception {
        MqttTask first = start(Map.of());
        publish("site/a", 1);
        publish("site/a", 2);
        List<SourceRecord> records = take(first, 2);
        offsets.store(records.get(1)); // a transaction was committed, and the worker died before commitRecord
        first.stop();
        MqttTask second = start(Map.of());
        publish("site/a", 3);
        assertThat(values(take(second, 1))).containsExactly("urn:value:3");
    }

    @Test
    void equalReadingsAreAllKept() throws Exception {
        MqttTask first = start(Map.of());
        publish("site/a", 1);
        List<SourceRecord> records = take(first, 1);
        offsets.store(records.get(0));
        first.commitRecord(records.get(0), null);
        publish("site/a", 1);
        List<SourceRecord> again = take(first, 1);
        offsets.store(again.get(0));
        first.commitRecord(again.get(0), null);
        first.stop();
        publish("site/a", 1);
        publish("site/a", 1);
        assertThat(take(start(Map.of()), 2)).hasSize(2);
    }

    @Test
    void ofTwoEqualMessagesThatComeAgainTheOneThatKafkaLacksIsKept() throws Exception {
        MqttTask first = start(Map.of());
        publish("site/a", 1);
        publish("site/a", 1);
        List<SourceRecord> records = take(first, 2);
        offsets.store(records.get(0));
        first.stop();
        MqttTask second = start(Map.of());
        publish("site/a", 2);
        assertThat(values(take(second, 2))).containsExactly("urn:value:1", "urn:value:2");
    }

    @Test
    void aCutConnectionLosesAndDoublesNothing() throws Exception {
        CutProxy proxy = opened(new CutProxy(broker.port()));
        MqttTask task = start(Map.of("mqtt.server.uri", proxy.uri(), "mqtt.retry.backoff.ms", "50"));
        List<String> found = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < 30; i++) {
                publish("site/a", 30 * round + i);
                expected.add("urn:value:" + (30 * round + i));
            }
            List<SourceRecord> some = take(task, 10);
            proxy.cut();
            commit(task, some.subList(0, 5));
            some.addAll(take(task, 10));
            commit(task, some.subList(5, 20));
            some.addAll(take(task, 10));
            commit(task, some.subList(20, 30));
            found.addAll(values(some));
        }
        assertThat(found).as(broker.log()).isEqualTo(expected);
        assertThat(task.poll()).isNull();
        task.stop();
        publish("site/a", 1000);
        assertThat(values(take(start(Map.of()), 1))).containsExactly("urn:value:1000");
    }

    @Test
    void aBrokerThatGoesAndComesBackLosesAndDoublesNothing() throws Exception {
        MqttTask task = start(Map.of("mqtt.retry.backoff.ms", "50"));
        publish("site/a", 1);
        publish("site/a", 2);
        List<SourceRecord> records = take(task, 2);
        closeDevice();
        broker.stop();
        task.commitRecord(records.get(0), null);
        broker.start();
        publish("site/a", 3);
        records.addAll(take(task, 1));
        assertThat(values(records)).containsExactly("urn:value:1", "urn:value:2", "urn:value:3");
        records.subList(1, 3).forEach(record -> task.commitRecord(record, null));
        assertThat(task.poll()).isNull();
    }

    @Test
    void moreThanTheBufferWaitsAtTheBroker() throws Exception {
        for (String version : List.of("5", "3.1.1")) {
            MqttTask task = start(Map.of(
                    "mqtt.version", version,
                    "mqtt.client.id", "v" + version,
                    "mqtt.buffer.max.messages", "5",
                    "mqtt.retry.backoff.ms", "50",
                    "payload.content.type", "text/turtle"));
            publish("site/" + version, -1);
            take(task, 1).forEach(record -> task.commitRecord(record, null));
            for (int i = 0; i < 100; i++) {
                publish("site/" + version, i);
            }
            List<String> found = new ArrayList<>();
            while (found.size() < 100) {
                List<SourceRecord> some = take(task, 1);
                found.addAll(values(some));
                some.forEach(record -> task.commitRecord(record, null));
            }
            for (int i = 0; i < 100; i++) {
                assertThat(found.get(i)).isEqualTo("urn:value:" + i);
            }
            assertThat(task.poll()).isNull();
            task.stop();
        }
    }

    /** Mosquitto 2.0.11 lets a thousand go with each acknowledgement, whatever is under way already. */
    @Test
    void aLongQueueOfASessionIsReadInOneConnection() throws Exception {
        for (String version : List.of("5", "3.1.1")) {
            String topic = "site/" + version;
            Map<String, String> options = Map.of(
                    "mqtt.version",
                    version,
                    "mqtt.client.id",
                    "v" + version,
                    "mqtt.topics",
                    topic,
                    "payload.content.type",
                    "text/turtle");
            start(options).stop();
            int count = 5_000;
            for (int i = 0; i < count; i++) {
                publish(topic, i);
            }
            MqttTask task = start(options);
            for (int i = 0; i < count; i++) {
                List<SourceRecord> one = take(task, 1);
                assertThat(values(one)).containsExactly("urn:value:" + i);
                commit(task, one);
            }
            assertThat(task.counts().connections()).isEqualTo(1);
            assertThat(task.counts().redelivered()).isZero();
            task.stop();
        }
    }

    /** With waits that grew each time, it would take more than a minute. */
    @Test
    void connectionsThatGetSomethingDoneAreMadeAnewWithoutGrowingWaits() throws Exception {
        CutProxy proxy = opened(new CutProxy(broker.port()));
        MqttTask task = start(Map.of("mqtt.server.uri", proxy.uri(), "mqtt.retry.backoff.ms", "500"));
        for (int round = 1; round <= 9; round++) {
            publish("site/a", round);
            commit(task, take(task, 1));
            while (task.counts().acknowledged() < round) {
                LockSupport.parkNanos(2_000_000);
            }
            proxy.cut();
        }
    }

    @Test
    void nothingIsReadFromABrokerWithoutLimitsWhileThereIsTooMuch() throws Exception {
        Path other = Files.createDirectory(folder.resolve("unlimited"));
        Mosquitto unlimited = opened(new Mosquitto(other, "max_inflight_messages 0"));
        Map<String, String> options = Map.of(
                "mqtt.server.uri", unlimited.uri(),
                "mqtt.version", "3.1.1",
                "mqtt.buffer.max.messages", "5",
                "payload.content.type", "text/turtle");
        start(options).stop();
        int count = 3_000;
        String padding = "#" + "x".repeat(10_000);
        try (Device sender = new Device(unlimited.port())) {
            for (int i = 0; i < count; i++) {
                sender.turtle("site/a", document(i) + padding);
            }
        }
        MqttTask task = begin(options); // subscribed only when some were taken
        for (int i = 0; i < count; i++) {
            List<SourceRecord> one = take(task, 1);
            assertThat(values(one)).containsExactly("urn:value:" + i);
            assertThat(task.counts().unsettled()).isLessThan(count / 2);
            commit(task, one);
        }
        assertThat(task.counts().pauses()).isPositive();
        assertThat(task.counts().connections()).isEqualTo(1);
    }

    @Test
    void allQualitiesOfServiceAreReadWithBothVersions() throws Exception {
        for (String version : List.of("5", "3.1.1")) {
            for (int qos = 0; qos <= 2; qos++) {
                String topic = "site/" + version + "/" + qos;
                MqttTask task = start(Map.of(
                        "mqtt.version",
                        version,
                        "mqtt.client.id",
                        "q" + version + qos,
                        "mqtt.topics",
                        topic,
                        "mqtt.qos",
                        Integer.toString(qos),
                        "payload.content.types",
                        "site/3.1.1/+=text/turtle"));
                publish(topic, qos);
                List<SourceRecord> records = take(task, 1);
                assertThat(records.get(0).key()).isEqualTo(topic);
                records.forEach(record -> task.commitRecord(record, null));
                task.stop();
            }
        }
    }

    @Test
    void whatCannotBeReadStopsTheTaskAndIsKeptByTheBroker() throws Exception {
        MqttTask task = start(Map.of("batch.max.records", "1"));
        publish("site/a", 1);
        device().turtle("site/a", "nonsense");
        assertThat(take(task, 1)).hasSize(1);
        assertThatThrownBy(() -> take(task, 1))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("message of site/a: not text/turtle: line 1");
        task.stop();
        try (Logged logged = new Logged()) {
            MqttTask next = start(Map.of("on.error", "skip"));
            publish("site/a", 2);
            assertThat(values(take(next, 2))).containsExactly("urn:value:1", "urn:value:2");
            assertThat(logged.text()).contains("Left out (on.error=skip): message of site/a: not text/turtle: line 1");
        }
    }

    /** MQTT 5 sends a shared subscription no retained messages. Mosquitto 2.0 sends them to each task. */
    @ParameterizedTest
    @ValueSource(strings = {"5", "3.1.1"})
    void aSharedSubscriptionReadsNoRetainedMessages(String version) throws Exception {
        device().publish(Mqtt5Publish.builder()
                .topic("site/retained")
                .qos(MqttQos.AT_LEAST_ONCE)
                .retain(true)
                .payload(document(0).getBytes(StandardCharsets.UTF_8))
                .build());
        Map<String, String> shared =
                Map.of("mqtt.shared.group", "g", "mqtt.version", version, "payload.content.type", "text/turtle");
        List<MqttTask> tasks = new ArrayList<>();
        for (String id : List.of("test-0", "test-1")) {
            Map<String, String> own = new HashMap<>(shared);
            own.put("mqtt.client.id", id);
            tasks.add(start(own));
        }
        for (int i = 1; i <= 20; i++) {
            publish("site/a", i);
        }
        List<SourceRecord> records = new ArrayList<>();
        while (records.size() < 20) {
            for (MqttTask task : tasks) {
                List<SourceRecord> batch = task.poll();
                if (batch != null) {
                    records.addAll(batch);
                }
            }
        }
        assertThat(values(records))
                .doesNotContain("urn:value:0")
                .doesNotHaveDuplicates()
                .hasSize(20);
    }

    @Test
    void whatCannotBeReadGoesToTheDeadLettersAsItIsAndHoldsUpNothing() throws Exception {
        MqttTask task = start(Map.of("on.error", "dead-letter", "dead.letter.topic", "dead"));
        device().turtle("site/a", "nonsense");
        publish("site/a", 1);
        List<SourceRecord> records = take(task, 2);
        SourceRecord letter = records.get(0);
        assertThat(letter.topic()).isEqualTo("dead");
        assertThat(letter.key()).isEqualTo("site/a");
        assertThat(letter.valueSchema()).isEqualTo(RawBytes.SCHEMA);
        assertThat((byte[]) letter.value()).isEqualTo("nonsense".getBytes(StandardCharsets.UTF_8));
        assertThat(letter.headers().lastWithName("mqtt.topic").value()).isEqualTo("site/a");
        assertThat(letter.headers().lastWithName("error.reason").value()).isEqualTo("malformed");
        assertThat(letter.headers().lastWithName("velella.error.reason").value())
                .isEqualTo("undecodable");
        assertThat(letter.headers().lastWithName("velella.error.exception.message"))
                .extracting(Header::value)
                .isEqualTo(letter.headers().lastWithName("error.message").value());
        assertThat(letter.headers().lastWithName("velella.error.value").value()).isEqualTo("raw");
        assertThat(letter.headers().lastWithName("error.message").value().toString())
                .startsWith("not text/turtle: line 1");
        records.forEach(record -> task.commitRecord(record, null));
        task.stop();
        MqttTask next = start(Map.of());
        publish("site/a", 2);
        assertThat(values(take(next, 1))).containsExactly("urn:value:2");
    }

    /** Whatever a reader throws: JSON-LD's casts what it finds. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"@direction\":1}",
                "{\"@id\":\"urn:a\",\"urn:p\":{\"@value\":\"x\",\"@direction\":1}}",
            })
    void everyFailureOfAPayloadIsThePayloads(String payload) throws Exception {
        MqttTask task = start(Map.of(
                "payload.content.type",
                "application/ld+json",
                "on.error",
                "dead-letter",
                "dead.letter.topic",
                "dead",
                "mqtt.topics",
                "raw/#"));
        device().publish(raw(payload));
        device().publish(raw("{\"@id\":\"urn:a\",\"urn:p\":1}"));
        List<SourceRecord> records = take(task, 2);
        assertThat(records).extracting(SourceRecord::topic).containsExactly("dead", "graphs");
    }

    private static Mqtt5Publish raw(String payload) {
        return Mqtt5Publish.builder()
                .topic("raw/a")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(payload.getBytes(StandardCharsets.UTF_8))
                .build();
    }

    @Test
    void whatTheProducerWouldRefuseIsADeadLetterThatIsCutToFit() throws Exception {
        int limit = 100_000;
        MqttTask task = start(Map.of(
                "on.error",
                "dead-letter",
                "dead.letter.topic",
                "dead",
                "mqtt.headers",
                "all",
                "producer.override.max.request.size",
                Integer.toString(limit)));
        String large = "<urn:a> <urn:b> \"" + "x".repeat(limit) + "\" .";
        device().turtle("site/a", large);
        device().turtle("site/a", "nonsense" + large);
        publish("site/a", 1);
        List<SourceRecord> records = take(task, 3);
        assertThat(records).extracting(SourceRecord::topic).containsExactly("dead", "dead", "graphs");
        assertThat(records.get(0).headers().lastWithName("error.reason").value())
                .isEqualTo("too-large");
        assertThat(records.get(0)
                        .headers()
                        .lastWithName("error.message")
                        .value()
                        .toString())
                .contains("100000 (producer.override.max.request.size)", "max.message.bytes of the topic");
        assertThat(records.get(1).headers().lastWithName("error.reason").value())
                .isEqualTo("malformed");
        for (int i = 0; i < 2; i++) {
            String whole = i == 0 ? large : "nonsense" + large;
            byte[] cut = (byte[]) records.get(i).value();
            assertThat(cut).hasSizeBetween(limit / 2, limit);
            assertThat(new String(cut, StandardCharsets.UTF_8)).isEqualTo(whole.substring(0, cut.length));
            assertThat(records.get(i)
                            .headers()
                            .lastWithName("error.payload.bytes")
                            .value())
                    .isEqualTo(Integer.toString(whole.length()));
        }
    }

    @Test
    void theTopicOfARecordMayFollowFromThatOfTheMessageAndHasNumbersOfItsOwn() throws Exception {
        MqttTask task = start(Map.of(
                "topic", "graphs.{topic[2]}",
                "topic.partitions", "1",
                "value.converter", "dev.velella.converter.JellyConverter",
                "on.error", "dead-letter",
                "dead.letter.topic", "dead"));
        List<SourceRecord> records = new ArrayList<>();
        for (String from : List.of("site/a", "site/b", "site", "site/a")) {
            publish(from, 1);
            records.addAll(take(task, 1)); // streams may overtake each other
        }
        assertThat(records).extracting(SourceRecord::topic).containsExactly("graphs.a", "graphs.b", "dead", "graphs.a");
        assertThat(records.get(2).headers().lastWithName("error.reason").value())
                .isEqualTo("topic");
        records.remove(2);
        assertThat(records)
                .extracting(record -> record.headers()
                        .lastWithName(RecordHeaderNames.PARTITION_STAMP)
                        .value())
                .containsExactly("p0.0", "p0.0", "p0.1");
    }

    @Test
    void whatDoesNotConformToTheShapesGoesToTheDeadLettersWithTheReport() throws Exception {
        String shapes = "@prefix sh: <http://www.w3.org/ns/shacl#> . <urn:shape> a sh:NodeShape ;"
                + " sh:targetSubjectsOf <urn:b> ; sh:property [ sh:path <urn:b> ; sh:maxCount 1 ] .";
        MqttTask task = start(Map.of("shacl.shapes", shapes, "on.error", "dead-letter", "dead.letter.topic", "dead"));
        publish("site/a", 1);
        device().turtle("site/a", "<urn:a> <urn:b> 1, 2 .");
        List<SourceRecord> records = take(task, 2);
        assertThat(records).extracting(SourceRecord::topic).containsExactly("graphs", "dead");
        SourceRecord letter = records.get(1);
        assertThat(letter.headers().lastWithName("error.reason").value()).isEqualTo("shapes");
        assertThat(letter.headers().lastWithName("error.report").value().toString())
                .contains("sh:MaxCountConstraintComponent");
    }

    @Test
    void aWrongPasswordStopsTheTaskWithTheReason() throws Exception {
        Path secured = Files.createDirectory(folder.resolve("secured"));
        Files.writeString(secured.resolve("users"), "");
        Mosquitto closed = opened(new Mosquitto(secured, "password_file " + secured.resolve("users")));
        for (String version : List.of("5", "3.1.1")) {
            MqttTask task = begin(Map.of(
                    "mqtt.server.uri",
                    closed.uri(),
                    "mqtt.version",
                    version,
                    "mqtt.username",
                    "u",
                    "mqtt.password",
                    "secret"));
            assertThatThrownBy(() -> take(task, 1))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("the broker refuses the connection: NOT_AUTHORIZED")
                    .hasMessageContaining("mqtt.password")
                    .hasMessageNotContaining("secret");
        }
        assertThat(Files.readString(secured.resolve("mosquitto.log")).split("New connection", -1))
                .as("attempts, of which there are two")
                .hasSizeLessThanOrEqualTo(5);
    }

    @Test
    void aBrokerThatIsNotThereIsWaitedFor() throws Exception {
        broker.stop();
        MqttTask task = begin(Map.of("mqtt.retry.backoff.ms", "50"));
        assertThat(task.poll()).isNull();
        broker.start();
        while (task.counts().connected() == 0) {
            LockSupport.parkNanos(2_000_000);
        }
        publish("site/a", 1);
        assertThat(values(take(task, 1))).containsExactly("urn:value:1");
    }

    @Test
    @Timeout(300)
    void stoppingWaitsForAWhileOnlyWhereNobodyAnswers() throws Exception {
        CutProxy proxy = opened(new CutProxy(broker.port()));
        MqttTask task = start(Map.of("mqtt.server.uri", proxy.uri()));
        publish("site/a", 1);
        take(task, 1);
        proxy.refuse(true);
        task.stop();
        task.stop();
        assertThat(task.poll()).isNull();
    }

    private Device device;

    private Device device() {
        if (device == null) {
            device = opened(new Device(broker.port()));
        }
        return device;
    }

    private void closeDevice() {
        device.close();
        open.remove(device);
        device = null;
    }

    private void publish(String topic, int value) {
        if (topic.contains("3.1.1")) {
            device().publish(Mqtt5Publish.builder()
                    .topic(topic)
                    .qos(MqttQos.EXACTLY_ONCE)
                    .payload(document(value).getBytes(StandardCharsets.UTF_8))
                    .build());
        } else {
            device().turtle(topic, document(value));
        }
    }

    private static String document(int value) {
        return "<urn:a> <urn:b> <urn:value:" + value + "> .";
    }

    /** A task that has subscribed; what is published before that is nobody's. */
    private MqttTask start(Map<String, String> more) {
        MqttTask task = begin(more);
        while (task.counts().connected() == 0) {
            LockSupport.parkNanos(2_000_000);
        }
        return task;
    }

    private MqttTask begin(Map<String, String> more) {
        Map<String, String> props = new HashMap<>();
        props.put("source.type", "mqtt");
        props.put("topic", "graphs");
        props.put("mqtt.server.uri", broker.uri());
        props.put("mqtt.topics", "site/#");
        props.put("mqtt.client.id", "test");
        props.putAll(more);
        MqttTask task = new MqttTask();
        open.add(task::stop);
        task.initialize(offsets);
        task.start(props);
        return task;
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
