package dev.velella.source.mqtt.lane;

import dev.velella.source.mqtt.client.MqttMessage;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * The rule that tells which messages are costly. Immutable.
 *
 * @param processorTime a message that takes more processor time is costly, and so is its stream for a while
 * @param largeBytes a message with a larger payload, in bytes, is costly
 * @param beforeReading called before each costly message, by the thread that reads it
 */
public record CostlyRule(Duration processorTime, int largeBytes, Consumer<MqttMessage> beforeReading) {
    /**
     * The default. An ordinary reading of a device has some hundred bytes, and takes less than a hundredth of this
     * time.
     */
    public static final CostlyRule DEFAULT = new CostlyRule(Duration.ofMillis(10), 64 << 10, message -> {});
}
