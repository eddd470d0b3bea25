package dev.velella.source.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.source.task.SourceType;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;

class MqttOffsetsTest {
    private static final int WINDOW = 10;

    @Test
    void withoutOvertakingAnOffsetHasTheLastOfTheWindow() {
        MqttOffsets offsets = new MqttOffsets(MqttOffset.START, WINDOW);
        for (int i = 1; i <= 100; i++) {
            MqttOffset offset = offsets.next(i, false);
            assertThat(offset.messages()).isEqualTo(i);
            assertThat(offset.recent()).hasSize(Math.min(i, WINDOW)).endsWith(i);
        }
    }

    /**
     * A message overtakes nine others that are in the lane, and a tenth that stays there. The nine become records and are
     * acknowledged, and nine more come; a crash then brings the first one again, because the broker hears of messages in
     * their order.
     */
    @Test
    void aMessageThatHasOvertakenOthersIsKnownUntilItCanBeAcknowledged() {
        MqttOffsets offsets = new MqttOffsets(MqttOffset.START, WINDOW);
        offsets.next(1000, false);
        for (int i = 1; i < WINDOW; i++) {
            offsets.next(i, true);
        }
        MqttOffset last = MqttOffset.START;
        for (int i = 1; i < WINDOW; i++) {
            last = offsets.next(100 + i, false);
        }
        assertThat(last.recent()).contains(1000);
        MqttOffset stored = MqttOffset.fromMap(last.toMap());
        assertThat(new MqttOffsets(stored, WINDOW).next(200, false).recent())
                .as("after a restart")
                .contains(1000)
                .endsWith(200);
    }

    @Test
    void offsetsAreShortAgainWhenNothingIsOvertakenAnyMore() {
        MqttOffsets offsets = new MqttOffsets(MqttOffset.START, WINDOW);
        offsets.next(0, true);
        MqttOffset last = MqttOffset.START;
        for (int i = 1; i <= 2 * WINDOW; i++) {
            last = offsets.next(i, false);
        }
        assertThat(last.recent()).hasSize(2 * WINDOW);
        MqttOffset stored = MqttOffset.fromMap(last.toMap());
        assertThat(offsets.next(100, false).recent()).hasSize(WINDOW).endsWith(100);
        MqttOffsets next = new MqttOffsets(stored, WINDOW);
        for (int i = 0; i <= 2 * WINDOW; i++) {
            last = next.next(i, false);
        }
        assertThat(last.recent()).hasSize(WINDOW);
    }

    @Test
    void theOffsetOfADeviceIsThePlaceOfAFrameOrTheNumbersOfMessages() {
        SourceType type = MqttSource.TYPE;
        for (String place : List.of("p1Zk3_Q1aXoT0w4f.1", "2 1c6f0a93.128", "2 1c6f0a93.128 00000000.0")) {
            type.checkOffset("mqtt-link:test/site", Map.of("place", place));
        }
        for (Map<String, String> wrong : List.of(
                Map.of("place", "2 1c6f0a93"), Map.of("place", "x"), Map.of("place", ""), Map.of("number", "1"))) {
            assertThatThrownBy(() -> type.checkOffset("mqtt-link:test/site", wrong))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("not an offset of a device's messages");
        }
    }
}
