package dev.velella.source.mqtt;

import dev.velella.source.mqtt.client.MqttOptions;
import dev.velella.source.mqtt.client.MqttProbe;
import dev.velella.source.mqtt.client.MqttSettings;
import dev.velella.source.options.RdfSourceConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Divides the work of an MQTT connector among its tasks, and checks the options with the broker before the tasks start.
 */
final class MqttTasks {
    private MqttTasks() {}

    /**
     * The options of the tasks. Each task has a client id of its own, which does not depend on the number of tasks. The
     * tasks take the filters in turn, unless the broker divides the messages (shared subscription).
     */
    static List<Map<String, String>> divide(RdfSourceConfig config, int maxTasks) {
        List<String> filters = MqttOptions.TOPICS.of(config);
        boolean shared = MqttOptions.SHARED_GROUP.orNull(config) != null;
        int tasks = shared ? maxTasks : Math.min(maxTasks, filters.size());
        List<Map<String, String>> divided = new ArrayList<>();
        for (int task = 0; task < tasks; task++) {
            Map<String, String> own = new HashMap<>(config.originalsStrings());
            own.put(MqttOptions.CLIENT_ID.name(), MqttOptions.CLIENT_ID.orNull(config) + "-" + task);
            if (!shared) {
                List<String> some = new ArrayList<>();
                for (int i = task; i < filters.size(); i += tasks) {
                    some.add(filters.get(i));
                }
                own.put(MqttOptions.TOPICS.name(), String.join(",", some));
            }
            divided.add(own);
        }
        return divided;
    }

    /**
     * The broker's objections to the options. The map's keys are options, its values messages. Leaves no session at the
     * broker.
     */
    static Map<String, String> brokerProblems(Map<String, String> options) {
        return MqttProbe.problem(new MqttSettings(new RdfSourceConfig(MqttSource.TYPE, options)).ofProbe())
                .map(problem -> Map.of(MqttOptions.SERVER_URI.name(), problem))
                .orElse(Map.of());
    }
}
