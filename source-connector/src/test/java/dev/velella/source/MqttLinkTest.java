package dev.velella.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperty;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.edge.EdgeBasis;
import dev.velella.edge.EdgeForm;
import dev.velella.edge.EdgeSettings;
import dev.velella.keyframe.JellyHeader;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.mqtt.MqttSourceTask;
import dev.velella.source.mqtt.client.Device;
import dev.velella.source.mqtt.client.Mosquitto;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The compressed link with key frames, from the publisher on a device to the records of a task, over a real broker. */
class MqttLinkTest extends LinkSetting {
    @ParameterizedTest
    @EnumSource
    void whatADeviceSendsIsWhatTheRecordsHold(EdgeForm form) throws Exception {
        MqttSourceTask task = start(Map.of());
        startDevice(form, EdgeSettings.DEFAULT.retainedBytes());
        publish(60);
        List<SourceRecord> records = take(task, 60);
        check(records, 0);
        SourceRecord last = records.get(59);
        assertThat(last.key()).isEqualTo("ibs_1");
        assertThat(last.sourcePartition()).isEqualTo(Map.of("input", "mqtt-link:test/" + TOPIC));
        assertThat(last.sourceOffset().get("place").toString()).matches("[gp]1.{12}1n\\.j");
    }

    @ParameterizedTest
    @EnumSource
    void aTaskThatHasLostItsStateIsSentWhatItBuildsOnAndMakesNoRecordTwice(EdgeForm form) throws Exception {
        MqttSourceTask first = start(Map.of());
        startDevice(form, EdgeSettings.DEFAULT.retainedBytes());
        publish(30);
        List<SourceRecord> records = new ArrayList<>(take(first, 30));
        commit(first, records.subList(0, 25));
        offsets.store(records.get(27)); // in Kafka, and the broker did not hear of it
        first.stop();
        publish(10);
        MqttSourceTask second = start(Map.of());
        List<SourceRecord> more = take(second, 12);
        commit(second, more);
        records.subList(28, 30).clear();
        records.addAll(more);
        check(records, 0);
        assertThat(second.poll()).isNull();
        publish(3);
        check(take(second, 3), 40);
    }

    @ParameterizedTest
    @EnumSource
    void whatABrokerLostIsSentAgain(EdgeForm form) throws Exception {
        Path forgetful = java.nio.file.Files.createDirectory(folder.resolve("forgetful"));
        broker.close();
        broker = opened(new Mosquitto(forgetful, "persistence false"));
        MqttSourceTask first = start(Map.of());
        startDevice(form, EdgeSettings.DEFAULT.retainedBytes());
        publish(10);
        List<SourceRecord> records = new ArrayList<>(take(first, 10));
        commit(first, records);
        first.stop();
        publish(25); // kept for the session, until the broker ends
        broker.stop();
        broker.start();
        await(() -> device.getState().isConnected());
        MqttSourceTask second = start(Map.of());
        publish(5);
        records.addAll(take(second, 30));
        check(records, 0);
        commit(second, records.subList(10, 40));
        assertThat(second.poll()).isNull();
    }

    @Test
    void whatADeviceNoLongerHasGoesToTheDeadLettersUntilItsNextKeyFrame() throws Exception {
        MqttSourceTask first = start(Map.of());
        startDevice(EdgeForm.CHANGES, 0);
        publish(5);
        commit(first, take(first, 5));
        first.stop();
        publish(20);
        MqttSourceTask second = start(Map.of("on.error", "dead-letter", "dead.letter.topic", "dead"));
        List<SourceRecord> records = take(second, 20);
        for (SourceRecord letter : records.subList(0, 15)) {
            assertThat(letter.topic()).isEqualTo("dead");
            assertThat(letter.headers().lastWithName("error.reason").value()).isEqualTo("state");
            assertThat(letter.headers().lastWithName("mqtt.user.jelly").value().toString())
                    .startsWith("p1");
        }
        check(records.subList(15, 20), 20);
        commit(second, records);
        assertThat(second.poll()).isNull();
    }

    @Test
    void aDeviceThatStartedAnewIsReadFromItsFirstFrameOn() throws Exception {
        MqttSourceTask task = start(Map.of());
        startDevice(EdgeForm.CHANGES, EdgeSettings.DEFAULT.retainedBytes());
        publish(7);
        device.disconnect().join();
        startDevice(EdgeForm.CHANGES, EdgeSettings.DEFAULT.retainedBytes());
        publish(7);
        check(take(task, 14), 0);
    }

    @Test
    void aTaskThatIsToStopThenStopsAndTheBrokerKeepsTheMessages() throws Exception {
        MqttSourceTask first = start(Map.of());
        startDevice(EdgeForm.GRAPHS, EdgeSettings.DEFAULT.retainedBytes());
        publish(5);
        commit(first, take(first, 5));
        first.stop();
        publish(2);
        device.disconnect().join(); // nobody answers
        MqttSourceTask second = start(Map.of("mqtt.link.timeout.ms", "300"));
        assertThatThrownBy(() -> take(second, 1))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("frame 5 of stream")
                .hasMessageContaining("builds on frames that did not come")
                .hasMessageContaining("on.error");
        second.stop();
        device.connectWith()
                .cleanStart(false)
                .sessionExpiryInterval(3600)
                .send()
                .join();
        check(take(start(Map.of()), 2), 5);
    }

    @Test
    void requestsAndAnswersAreNoElementsWhereAFilterCoversThem() throws Exception {
        MqttSourceTask first = start(Map.of("mqtt.topics", "#"));
        startDevice(EdgeForm.GRAPHS, EdgeSettings.DEFAULT.retainedBytes());
        publish(5);
        commit(first, take(first, 5));
        first.stop();
        MqttSourceTask second = start(Map.of("mqtt.topics", "#"));
        publish(3);
        check(take(second, 3), 5);
        assertThat(second.poll()).isNull();
        assertThat(second.poll()).isNull();
    }

    @Test
    void aSharedSubscriptionRefusesFramesThatBuildOnEachOther() throws Exception {
        MqttSourceTask task = start(Map.of("mqtt.shared.group", "g"));
        startDevice(EdgeForm.GRAPHS, EdgeSettings.DEFAULT.retainedBytes());
        publish(1);
        assertThatThrownBy(() -> take(task, 1))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("remove mqtt.shared.group");
    }

    @Test
    void whereItIsNotSwitchedOnOneMessageSaysHow() throws Exception {
        MqttSourceTask task = start(Map.of("mqtt.link.enabled", "false"));
        startDevice(EdgeForm.GRAPHS, EdgeSettings.DEFAULT.retainedBytes());
        publish(1);
        assertThatThrownBy(() -> take(task, 1))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("message of " + TOPIC)
                .hasMessageContaining("set mqtt.link.enabled=true");
    }

    /** The broker lets a hundred messages be under way, and the first of them waits for an answer that nobody gives. */
    @Test
    @Timeout(120)
    void aForgedFrameHoldsUpNobodyElse() throws Exception {
        MqttSourceTask task = start(Map.of(
                "mqtt.link.timeout.ms",
                "3600000",
                "mqtt.buffer.max.messages",
                "100",
                "on.error",
                "dead-letter",
                "dead.letter.topic",
                "dead"));
        try (Device others = new Device(broker.port())) {
            int count = 500;
            for (int i = 0; i < count; i++) {
                if (i % 100 == 0) {
                    others.publish(forged(i));
                }
                others.turtle("site/good/weather", "<urn:a> <urn:b> " + i + " .");
            }
            int good = 0;
            int dead = 0;
            while (good < count || dead < 5) {
                List<SourceRecord> batch = task.poll();
                for (SourceRecord record : batch == null ? List.<SourceRecord>of() : batch) {
                    if (record.topic().equals("dead")) {
                        dead++;
                        assertThat(record.key()).isEqualTo("site/evil/weather");
                        assertThat(record.headers().lastWithName("error.reason").value())
                                .isEqualTo("state");
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
        }
    }

    /** A frame in the middle of a stream that there is none of. */
    private static Mqtt5Publish forged(int stream) {
        return Mqtt5Publish.builder()
                .topic("site/evil/weather")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(new byte[] {1, 2, 3})
                .userProperties(Mqtt5UserProperties.of(Mqtt5UserProperty.of(
                        "jelly", new JellyHeader(ElementKind.GRAPH, stream, 1, 50, 20).toString())))
                .build();
    }

    private void startDevice(EdgeForm form, long retainedBytes) {
        startDevice(EdgeSettings.DEFAULT
                .withBasis(EdgeBasis.KEY_FRAMES)
                .withForm(form)
                .withInterval(new KeyFrameInterval(20, 600_000))
                .withRetainedBytes(retainedBytes));
    }
}
