package dev.velella.source.mqtt.lane;

import dev.velella.source.mqtt.client.MqttMessage;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Which messages are costly. Immutable.
 *
 * @param processorTime a message that takes more of it is costly, and so is its stream for a while
 * @param largeBytes a message with a larger payload is costly
 * @param beforeReading called by the thread that reads costly messages, before each
 */
public record CostlyRule(Duration processorTime, int largeBytes, Consumer<MqttMessage> beforeReading) {
    /** A reading of a device has some hundred bytes, and takes less than a hundredth of this time. */
    public static final CostlyRule DEFAULT = new CostlyRule(Duration.ofMillis(10), 64 << 10, message -> {});
}
