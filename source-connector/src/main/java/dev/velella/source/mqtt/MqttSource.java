package dev.velella.source.mqtt;

import dev.velella.source.mqtt.client.MqttCounts;
import dev.velella.source.mqtt.client.MqttOptions;
import dev.velella.source.mqtt.lane.CostlyRule;
import dev.velella.source.options.SharedOptions;
import dev.velella.source.record.SourcePartition;
import dev.velella.source.task.SourceType;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Messages of an MQTT broker as a source. MQTT has no offsets. The source recognises a message that the broker sends again
 * by its content, within the window of remembered messages.
 */
public final class MqttSource {
    private static final String INPUT = "mqtt:";
    private static final String LINK_INPUT = "mqtt-link:";

    /** The type. */
    public static final SourceType TYPE = type(CostlyRule.DEFAULT, MqttCounts::new);

    private MqttSource() {}

    /**
     * The type with a rule of its own.
     *
     * @param costly rule that tells which messages are read in the lane
     * @param counts makes the counts of each task
     */
    public static SourceType type(CostlyRule costly, Supplier<MqttCounts> counts) {
        return SourceType.named("mqtt", "for the messages of an MQTT broker")
                .options("MQTT", MqttOptions::define)
                .problems(MqttOptions::problems)
                .shared(SharedOptions.values())
                .choosingTopics()
                .probe(MqttTasks::brokerProblems)
                .division(MqttTasks::divide)
                .offsets(INPUT, MqttOffset::fromMap)
                .offsets(LINK_INPUT, LinkOffset::check)
                .withoutExactlyOnce()
                .sessions(start -> MqttSourceSession.open(start, costly, counts.get()));
    }

    /** The partition of the messages of a session. */
    public static Map<String, Object> partition(String clientId) {
        return SourcePartition.of(INPUT + clientId);
    }

    /** The partition of the frames of one device: the session, and the topic of the device. */
    public static Map<String, Object> linkPartition(String clientId, String topic) {
        return SourcePartition.of(LINK_INPUT + URLEncoder.encode(clientId, StandardCharsets.UTF_8) + "/" + topic);
    }
}
