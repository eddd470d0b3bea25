package dev.velella.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperty;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import dev.velella.edge.EdgeSettings;
import dev.velella.frame.EncoderSettings;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.keyframe.StatefulFrame;
import dev.velella.source.mqtt.MqttTask;
import dev.velella.source.mqtt.client.Device;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Messages that build on the messages before them, as devices sent them before there were dictionaries: each is refused,
 * though the first of them could be read by itself.
 */
class MqttLinkTest extends LinkSetting {
    private final PartitionEncoder frames = new PartitionEncoder(
            EncoderSettings.ofTopic(TableSizes.BIG, false, StatementOrder.DENSE, Limits.DEFAULT),
            KeyFrameInterval.DEFAULT);

    private void publishFrame(Device old) {
        StatefulFrame frame = frames.encode(graphs.get(next++));
        old.publish(Mqtt5Publish.builder()
                .topic(TOPIC)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(frame.value())
                .userProperties(Mqtt5UserProperties.of(
                        Mqtt5UserProperty.of("jelly", frame.header().toString())))
                .build());
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void aMessageThatBuildsOnTheOneBeforeStopsTheTaskWhichNamesTopicReasonAndWhatToDo(String linked) throws Exception {
        Map<String, String> options =
                Map.of("mqtt.link.enabled", linked, "payload.content.type", "application/x-jelly-rdf");
        MqttTask first = start(options);
        try (Device old = new Device(broker.port())) {
            publishFrame(old);
        }
        assertThatThrownBy(() -> take(first, 1))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("message of " + TOPIC)
                .hasMessageContaining("builds on the messages before it")
                .hasMessageContaining("update the publisher of this device")
                .hasMessageContaining("on.error");
        first.stop();
        assertThatThrownBy(() -> take(start(options), 1))
                .as("the broker keeps it")
                .isInstanceOf(ConnectException.class);
    }

    @Test
    void suchMessagesAreDeadLettersAndTheMessagesOnDictionariesBetweenThemAreRead() throws Exception {
        MqttTask task = start(Map.of(
                "on.error",
                "dead-letter",
                "dead.letter.topic",
                "dead",
                "payload.content.type",
                "application/x-jelly-rdf"));
        startDevice(EdgeSettings.DEFAULT);
        int count = 10;
        int letters = 0;
        try (Logged log = new Logged();
                Device old = new Device(broker.port())) {
            for (int i = 0; i < count; i++) {
                publishFrame(old);
                publish(1);
            }
            List<SourceRecord> records = take(task, 2 * count);
            for (SourceRecord record : records) {
                if (record.topic().equals("dead")) {
                    assertThat(record.key()).isEqualTo(TOPIC);
                    assertThat(record.headers().lastWithName("error.reason").value())
                            .isEqualTo("malformed");
                    assertThat(record.headers()
                                    .lastWithName("error.message")
                                    .value()
                                    .toString())
                            .contains("update the publisher of this device");
                    assertThat(record.headers()
                                    .lastWithName("mqtt.user.jelly")
                                    .value()
                                    .toString())
                            .startsWith("g1");
                    letters++;
                }
            }
            assertThat(records.stream()
                            .filter(record -> !record.topic().equals("dead"))
                            .map(this::numberOf))
                    .containsExactly(1, 3, 5, 7, 9, 11, 13, 15, 17, 19);
            commit(task, records);
            assertThat(log.count("A message of " + TOPIC + " is refused: it builds on the messages before it"))
                    .isEqualTo(1);
        }
        assertThat(letters).isEqualTo(count);
        assertThat(task.poll()).isNull();
    }
}
