package dev.velella.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperty;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.edge.DictionaryStream;
import dev.velella.edge.EdgeDictionary;
import dev.velella.edge.EdgeForm;
import dev.velella.edge.EdgeHeader;
import dev.velella.edge.EdgeMessage;
import dev.velella.edge.EdgeSettings;
import dev.velella.edge.EdgeTopics;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.mqtt.MqttTask;
import dev.velella.source.mqtt.client.Device;
import dev.velella.source.mqtt.client.Mosquitto;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The compressed link on dictionaries, from the publisher on a device to the records of a task, over a real broker. */
class DictionaryLinkTest extends LinkSetting {
    private static final String PREFIX = EdgeTopics.DEFAULT_PREFIX;

    @ParameterizedTest
    @EnumSource
    void whatADeviceSendsIsWhatTheRecordsHold(EdgeForm form) throws Exception {
        MqttTask task = start(Map.of());
        startDevice(settings(form));
        publish(120);
        List<SourceRecord> records = take(task, 120);
        check(records, 0);
        SourceRecord last = records.get(119);
        assertThat(last.key()).isEqualTo("ibs_1");
        assertThat(last.sourcePartition()).isEqualTo(Map.of("input", "mqtt-link:test/" + TOPIC));
        assertThat(last.sourceOffset().get("place").toString()).matches("2 [0-9a-f]{8}\\.119");
        assertThat(publisher.problem()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aTaskThatStartsAgainFindsTheDictionaryThoughTheDeviceIsGoneAndMakesNoRecordTwice(EdgeForm form)
            throws Exception {
        MqttTask first = start(Map.of());
        startDevice(settings(form));
        publish(30);
        List<SourceRecord> records = new ArrayList<>(take(first, 30));
        commit(first, records.subList(0, 25));
        offsets.store(records.get(27)); // in Kafka, and the broker did not hear of it
        first.stop();
        publish(10);
        device.disconnect().join();
        broker.stop();
        broker.start();
        MqttTask second = start(Map.of());
        List<SourceRecord> more = take(second, 12);
        commit(second, more);
        records.subList(28, 30).clear();
        records.addAll(more);
        check(records, 0);
        assertThat(second.poll()).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void messagesThatTheBrokerThrewAwayAreCountedAndAllOthersAreRead(EdgeForm form) throws Exception {
        broker.close();
        Path small = Files.createDirectory(folder.resolve("small"));
        broker = opened(new Mosquitto(small, "max_queued_messages 10", "max_inflight_messages 1"));
        MqttTask first = start(Map.of());
        startDevice(settings(form));
        publish(20);
        commit(first, takeAll(first, 20));
        first.stop();
        publish(60);
        List<Integer> numbers = new ArrayList<>();
        try (Logged log = new Logged()) {
            MqttTask second = start(Map.of());
            while (!numbers.contains(80)) {
                if (numbers.size() >= 10 && next == 80) {
                    publish(1); // there is room again
                }
                for (SourceRecord record : polled(second)) {
                    numbers.add(numberOf(record));
                    commit(second, List.of(record));
                }
            }
            assertThat(numbers).isSorted().doesNotHaveDuplicates().hasSizeLessThan(30);
            assertThat(log.text()).contains(81 - 20 - numbers.size() + " messages before number 80 of " + TOPIC);
        }
    }

    @ParameterizedTest
    @EnumSource
    void messagesThatADeviceSendsAgainAreNoElementsASecondTime(EdgeForm form) throws Exception {
        MqttTask task = start(Map.of());
        try (Device sender = new Device(broker.port())) {
            DictionaryStream stream = new DictionaryStream(settings(form), null);
            List<Mqtt5Publish> sent = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                sent.add(message(stream.next(graphs.get(i)), TOPIC));
                stream.offer().ifPresent(payload -> {
                    sender.publish(dictionary(payload, TOPIC));
                    stream.published();
                });
            }
            sent.forEach(sender::publish);
            sent.subList(4, 10).forEach(sender::publish);
            sender.publish(message(stream.next(graphs.get(10)), TOPIC));
        }
        List<SourceRecord> records = take(task, 11);
        check(records, 0);
        commit(task, records);
        await(() -> task.counts().acknowledged() == 17);
    }

    @ParameterizedTest
    @EnumSource
    void aDeviceThatStartsAgainGoesOnWithTheDictionaryInItsFile(EdgeForm form) throws Exception {
        Path file = folder.resolve("dictionary");
        MqttTask task = start(Map.of());
        startDevice(settings(form).withDictionaryFile(file));
        publish(5);
        await(() -> Files.exists(file));
        assertThat(retained()).hasSize(1);
        for (int i = 0; i < 3; i++) {
            device.disconnect().join();
            startDevice(settings(form).withDictionaryFile(file));
            publish(5);
        }
        check(take(task, 20), 0);
        assertThat(retained()).hasSize(1);
        byte[] whole = Files.readAllBytes(file);
        for (byte[] wrong : List.of(new byte[0], Arrays.copyOf(whole, whole.length / 2), other(whole))) {
            Files.write(file, wrong);
            device.disconnect().join();
            startDevice(settings(form).withDictionaryFile(file));
            publish(5);
            await(() -> bytes(file).length > whole.length / 2 && !Arrays.equals(bytes(file), wrong));
        }
        check(take(task, 15), 20);
    }

    private static byte[] other(byte[] whole) {
        byte[] other = whole.clone();
        other[other.length - 1] ^= 1;
        return other;
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (java.io.IOException e) {
            return new byte[0];
        }
    }

    @Test
    void aFileThatCannotBeWrittenIsSaidAndTheMessagesAreTheSame() throws Exception {
        MqttTask task = start(Map.of());
        startDevice(settings(EdgeForm.GRAPHS)
                .withDictionaryFile(folder.resolve("none").resolve("dictionary")));
        publish(3);
        check(take(task, 3), 0);
        await(() -> publisher.problem().isPresent());
        assertThat(publisher.problem().orElseThrow()).contains("cannot be written");
    }

    @Test
    void whereTheDeviceMayWriteNoDictionaryItsMessagesStandAloneAndItSaysSo() throws Exception {
        broker.close();
        Path strict = Files.createDirectory(folder.resolve("strict"));
        Path acl = Files.writeString(strict.resolve("acl"), "topic readwrite site/#\n");
        broker = opened(new Mosquitto(strict, "acl_file " + acl));
        MqttTask task = start(Map.of());
        startDevice(settings(EdgeForm.CHANGES));
        publish(5);
        check(take(task, 5), 0);
        await(() -> publisher.problem().isPresent());
        assertThat(publisher.problem().orElseThrow()).contains("the dictionary is not published");
    }

    @Test
    void aBrokerThatForgotTheDictionaryGetsItAgainInTheNextConnection() throws Exception {
        broker.close();
        Path forgetful = Files.createDirectory(folder.resolve("forgetful"));
        broker = opened(new Mosquitto(forgetful, "persistence false"));
        startDevice(settings(EdgeForm.GRAPHS));
        publish(60); // sixteen times the dictionary
        broker.stop();
        broker.start();
        await(() -> device.getState().isConnected());
        assertThat(retained()).isEmpty();
        MqttTask task = start(Map.of());
        publish(3);
        check(take(task, 3), 60);
        assertThat(retained()).hasSize(1);
    }

    @Test
    void inOneConnectionADictionaryIsPublishedOnce() throws Exception {
        List<String> published = Collections.synchronizedList(new ArrayList<>());
        Mqtt5AsyncClient watcher = MqttClient.builder()
                .useMqttVersion5()
                .identifier("watcher")
                .serverHost("127.0.0.1")
                .serverPort(broker.port())
                .buildAsync();
        watcher.connect().join();
        watcher.publishes(
                MqttGlobalPublishFilter.ALL,
                message -> published.add(message.getTopic().toString()));
        watcher.subscribeWith()
                .topicFilter("#")
                .qos(MqttQos.AT_LEAST_ONCE)
                .send()
                .join();
        startDevice(settings(EdgeForm.GRAPHS));
        publish(150); // fifty times the dictionary
        await(() -> published.size() == 151);
        assertThat(published).filteredOn(topic -> topic.startsWith(PREFIX)).hasSize(1);
        watcher.disconnect().join();
    }

    /** A reader that knows nothing of the link takes no message for Jelly that needs a dictionary. */
    @ParameterizedTest
    @EnumSource
    void theContentTypeSaysWhetherAnyReaderOfJellyCanReadTheMessage(EdgeForm form) throws Exception {
        List<Mqtt5Publish> published = Collections.synchronizedList(new ArrayList<>());
        Mqtt5AsyncClient watcher = MqttClient.builder()
                .useMqttVersion5()
                .serverHost("127.0.0.1")
                .serverPort(broker.port())
                .buildAsync();
        watcher.connect().join();
        watcher.publishes(MqttGlobalPublishFilter.ALL, published::add);
        watcher.subscribeWith().topicFilter(TOPIC).send().join();
        startDevice(settings(form));
        publish(20);
        await(() -> published.size() == 20);
        watcher.disconnect().join();

        String patch = form == EdgeForm.CHANGES ? "-patch" : "";
        assertThat(types(published.subList(0, 1))).containsExactly("application/x-jelly-rdf" + patch);
        assertThat(types(published.subList(19, 20))).containsExactly("application/x-velella-rdf" + patch);
        assertThat(types(published)).doesNotContain("");
    }

    private static List<String> types(List<Mqtt5Publish> messages) {
        return messages.stream()
                .map(message -> message.getContentType().map(Object::toString).orElse(""))
                .toList();
    }

    @Test
    void aMessageWaitsForItsDictionaryAndThoseBehindItKeepTheirOrder() throws Exception {
        MqttTask task = start(Map.of());
        try (Device sender = new Device(broker.port())) {
            DictionaryStream stream = new DictionaryStream(settings(EdgeForm.CHANGES), null);
            stream.next(graphs.get(99));
            byte[] payload = stream.offer().orElseThrow();
            stream.published();
            for (int i = 0; i < 3; i++) {
                sender.publish(message(stream.next(graphs.get(i)), TOPIC));
            }
            sender.turtle("site/ibs_2/weather", "<urn:a> <urn:b> 1 .");
            assertThat(take(task, 1).get(0).key()).isEqualTo("ibs_2");
            sender.publish(dictionary(payload, TOPIC));
        }
        check(take(task, 3), 0);
    }

    @Test
    void aMessageWithoutItsDictionaryIsADeadLetterThatSaysWhatToDo() throws Exception {
        MqttTask task =
                start(Map.of("mqtt.link.timeout.ms", "200", "on.error", "dead-letter", "dead.letter.topic", "dead"));
        try (Device sender = new Device(broker.port())) {
            DictionaryStream stream = new DictionaryStream(settings(EdgeForm.GRAPHS), null);
            sender.publish(message(stream.next(graphs.get(0)), TOPIC));
            byte[] payload = stream.offer().orElseThrow();
            stream.published();
            EdgeMessage without = stream.next(graphs.get(1));
            sender.publish(message(without, TOPIC));
            List<SourceRecord> records = take(task, 2);
            check(records.subList(0, 1), 0);
            SourceRecord letter = records.get(1);
            assertThat(letter.topic()).isEqualTo("dead");
            assertThat(letter.headers().lastWithName("error.reason").value()).isEqualTo("state");
            assertThat(letter.headers().lastWithName("error.message").value().toString())
                    .contains(EdgeTopics.dictionary(PREFIX, TOPIC, EdgeDictionary.nameOf(payload)))
                    .contains("start the device again");
            assertThat(letter.headers().lastWithName("mqtt.user.velella").value())
                    .isEqualTo(without.header().text());
            sender.publish(dictionary(payload, TOPIC));
            sender.publish(message(stream.next(graphs.get(2)), TOPIC));
        }
        check(take(task, 1), 2);
    }

    @Test
    void aTaskThatIsToStopThenStopsAndTheBrokerKeepsTheMessages() throws Exception {
        MqttTask first = start(Map.of("mqtt.link.timeout.ms", "200"));
        DictionaryStream stream = new DictionaryStream(settings(EdgeForm.GRAPHS), null);
        try (Device sender = new Device(broker.port())) {
            stream.next(graphs.get(99));
            byte[] payload = stream.offer().orElseThrow();
            stream.published();
            sender.publish(message(stream.next(graphs.get(0)), TOPIC));
            assertThatThrownBy(() -> take(first, 1))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("the broker does not retain")
                    .hasMessageContaining("on.error");
            first.stop();
            sender.publish(dictionary(payload, TOPIC));
        }
        check(take(start(Map.of()), 1), 0);
    }

    @ParameterizedTest
    @EnumSource
    void tasksThatShareASubscriptionReadEveryMessageOnce(EdgeForm form) throws Exception {
        Map<String, String> shared = Map.of("mqtt.shared.group", "g");
        MqttTask one = start(with(shared, "mqtt.client.id", "test-0"));
        MqttTask two = start(with(shared, "mqtt.client.id", "test-1"));
        startDevice(settings(form));
        publish(100);
        TreeMap<Integer, MqttTask> read = new TreeMap<>();
        while (read.size() < 100) {
            for (MqttTask task : List.of(one, two)) {
                for (SourceRecord record : polled(task)) {
                    assertThat(read.put(numberOf(record), task)).isNull();
                    assertThat(record.sourceOffset()).containsKey("recent");
                    task.commitRecord(record, null);
                }
            }
        }
        assertThat(new HashSet<>(read.values())).hasSize(2);
    }

    private static Map<String, String> with(Map<String, String> some, String name, String value) {
        Map<String, String> all = new HashMap<>(some);
        all.put(name, value);
        return all;
    }

    @Test
    void whereItIsNotSwitchedOnOneMessageSaysHow() throws Exception {
        MqttTask task = start(Map.of("mqtt.link.enabled", "false"));
        startDevice(settings(EdgeForm.GRAPHS));
        publish(1);
        assertThatThrownBy(() -> take(task, 1))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("message of " + TOPIC)
                .hasMessageContaining("set mqtt.link.enabled=true");
    }

    @Test
    void dictionariesAreNoElementsWhereAFilterCoversThem() throws Exception {
        MqttTask task = start(Map.of("mqtt.topics", "#"));
        startDevice(settings(EdgeForm.GRAPHS));
        publish(5);
        List<SourceRecord> records = take(task, 5);
        check(records, 0);
        commit(task, records);
        assertThat(task.poll()).isNull();
    }

    /**
     * Each message names another dictionary: none is there, another one is there, one that is too large, or one that is none.
     * The broker lets a hundred messages be under way.
     */
    @Test
    @Timeout(180)
    void aDeviceThatForgesDictionariesHoldsUpNobodyElse() throws Exception {
        MqttTask task = start(Map.of(
                "mqtt.link.timeout.ms", "3600000",
                "mqtt.buffer.max.messages", "100",
                "on.error", "dead-letter",
                "dead.letter.topic", "dead"));
        String evil = "site/evil/weather";
        try (Device others = new Device(broker.port())) {
            int count = 400;
            for (int i = 0; i < count; i++) {
                if (i % 100 == 0) {
                    byte[] none = {(byte) (i / 100), 2, 3};
                    byte[] huge = new byte[(1 << 20) + 1 + i];
                    others.publish(forged(evil, 1_000_000 + i));
                    others.publish(retained(evil, 2_000_000 + i, none));
                    others.publish(forged(evil, 2_000_000 + i));
                    others.publish(dictionary(none, evil));
                    others.publish(forged(evil, EdgeDictionary.nameOf(none)));
                    others.publish(dictionary(huge, evil));
                    others.publish(forged(evil, EdgeDictionary.nameOf(huge)));
                }
                others.turtle("site/good/weather", "<urn:a> <urn:b> " + i + " .");
            }
            int good = 0;
            Map<String, Integer> dead = new TreeMap<>();
            while (good < count || dead.values().stream().mapToInt(n -> n).sum() < 16) {
                for (SourceRecord record : polled(task)) {
                    if (record.topic().equals("dead")) {
                        assertThat(record.key()).isEqualTo(evil);
                        dead.merge(
                                record.headers()
                                        .lastWithName("error.reason")
                                        .value()
                                        .toString(),
                                1,
                                Integer::sum);
                    } else {
                        assertThat(((RdfGraph) RdfStructs.toElement(record.value()))
                                        .statements()
                                        .get(0)
                                        .getObject()
                                        .stringValue())
                                .isEqualTo(Integer.toString(good));
                        good++;
                    }
                    task.commitRecord(record, null);
                }
            }
            assertThat(dead).isEqualTo(Map.of("state", 8, "malformed", 4, "too-large", 4));
        }
    }

    private static Mqtt5Publish forged(String topic, long name) {
        return Mqtt5Publish.builder()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(new byte[] {1, 2, 3})
                .userProperties(Mqtt5UserProperties.of(Mqtt5UserProperty.of(
                        EdgeHeader.NAME, new EdgeHeader(ElementKind.GRAPH, name, (int) name, 0).text())))
                .build();
    }

    private static Mqtt5Publish message(EdgeMessage message, String topic) {
        return Mqtt5Publish.builder()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(message.payload())
                .userProperties(Mqtt5UserProperties.of(
                        Mqtt5UserProperty.of(EdgeHeader.NAME, message.header().text())))
                .build();
    }

    private static Mqtt5Publish dictionary(byte[] payload, String topic) {
        return retained(topic, EdgeDictionary.nameOf(payload), payload);
    }

    private static Mqtt5Publish retained(String topic, long name, byte[] payload) {
        return Mqtt5Publish.builder()
                .topic(EdgeTopics.dictionary(PREFIX, topic, name))
                .qos(MqttQos.AT_LEAST_ONCE)
                .retain(true)
                .payload(payload)
                .build();
    }

    private static EdgeSettings settings(EdgeForm form) {
        return EdgeSettings.DEFAULT.withForm(form);
    }

    /** The dictionaries that the broker retains, by topic. */
    private Map<String, byte[]> retained() {
        Mqtt5AsyncClient reader = MqttClient.builder()
                .useMqttVersion5()
                .identifier("reader")
                .serverHost("127.0.0.1")
                .serverPort(broker.port())
                .buildAsync();
        Map<String, byte[]> found = new ConcurrentHashMap<>();
        reader.connect().join();
        reader.publishes(
                MqttGlobalPublishFilter.ALL,
                message -> found.put(message.getTopic().toString(), message.getPayloadAsBytes()));
        reader.subscribeWith().topicFilter(PREFIX + "dictionary/#").send().join();
        reader.subscribeWith().topicFilter("end").send().join();
        reader.publishWith().topic("end").send().join(); // comes after all that is retained
        await(() -> found.containsKey("end"));
        reader.disconnect().join();
        found.remove("end");
        return found;
    }

    /** As {@link #take}, and commits one by one, for a broker with a small window. */
    private List<SourceRecord> takeAll(MqttTask task, int count) throws InterruptedException {
        List<SourceRecord> read = new ArrayList<>();
        while (read.size() < count) {
            for (SourceRecord record : polled(task)) {
                read.add(record);
                commit(task, List.of(record));
            }
        }
        return read;
    }
}
