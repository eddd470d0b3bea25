package dev.velella.source.mqtt;

import dev.velella.kit.options.OptionGroup;
import dev.velella.source.mqtt.client.MqttOptions;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.options.SharedOptions;
import dev.velella.source.options.SourceType;
import dev.velella.source.record.SourcePartition;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.jspecify.annotations.Nullable;

/** Messages of an MQTT broker as a source. Stateless. */
public final class MqttSourceType implements SourceType {
    private static final String NAME = "mqtt";
    private static final String INPUT = NAME + ":";
    private static final String LINK_INPUT = NAME + "-link:";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String doc() {
        return "for the messages of an MQTT broker";
    }

    @Override
    public String group() {
        return "MQTT";
    }

    @Override
    public void define(OptionGroup group) {
        MqttOptions.define(group);
    }

    @Override
    public Set<SharedOptions> shared() {
        return EnumSet.allOf(SharedOptions.class);
    }

    @Override
    public Map<String, String> problems(Map<String, ?> values) {
        return MqttOptions.problems(values);
    }

    @Override
    public boolean choosesTopics() {
        return true;
    }

    @Override
    public Map<String, String> probe(Map<String, String> options) {
        return MqttTasks.brokerProblems(options);
    }

    @Override
    public Class<? extends Task> taskClass() {
        return MqttSourceTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(RdfSourceConfig config, int maxTasks) {
        return MqttTasks.divide(config, maxTasks);
    }

    @Override
    public boolean owns(String input) {
        return input.startsWith(INPUT) || input.startsWith(LINK_INPUT);
    }

    @Override
    public void checkOffset(String input, @Nullable Map<String, ?> offset) {
        if (input.startsWith(LINK_INPUT)) {
            LinkOffset.check(offset);
        } else {
            MqttOffset.fromMap(offset);
        }
    }

    /**
     * MQTT has no offsets. The source recognises a message that the broker sends again by its content, within the
     * window of remembered messages.
     */
    @Override
    public ExactlyOnceSupport exactlyOnceSupport() {
        return ExactlyOnceSupport.UNSUPPORTED;
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
