package dev.velella.diff.input;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of the consumers that read the input topic once more. They have the configuration of the app's main
 * consumer: its servers, security and isolation level, but not its group. All tasks of an app have the same
 * configuration, except for the id of the client. Thread-safe.
 */
public final class LookBackClient {
    private @Nullable Map<String, Object> shared;

    /** The configuration for one task, derived from the configuration of its app. */
    public Map<String, Object> config(ProcessorContext<?, ?> task) {
        String id = Thread.currentThread().getName() + "-" + task.taskId() + "-look-back";
        Map<String, Object> config = new HashMap<>(shared(task));
        config.put(ConsumerConfig.CLIENT_ID_CONFIG, id);
        return config;
    }

    private synchronized Map<String, Object> shared(ProcessorContext<?, ?> task) {
        Map<String, Object> known = shared;
        if (known == null) {
            known = new HashMap<>(new AppConfig(task.appConfigs()).getMainConsumerConfigs(task.applicationId(), "", 0));
            // Kafka Streams adds these options for the members of its group.
            known.keySet().removeIf(LookBackClient::isOfTheGroup);
            shared = known;
        }
        return known;
    }

    private static boolean isOfTheGroup(String option) {
        boolean ofTheAssignor = StreamsConfig.configDef().names().contains(option)
                && !ConsumerConfig.configNames().contains(option);
        return ofTheAssignor
                || option.equals(ConsumerConfig.GROUP_ID_CONFIG)
                || option.equals(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG)
                || option.equals(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG)
                || option.startsWith(StreamsConfig.TOPIC_PREFIX);
    }

    /** The app's options. They are not checked and logged here, because Kafka Streams has already done so. */
    private static final class AppConfig extends StreamsConfig {
        AppConfig(Map<String, Object> options) {
            super(options, false);
        }
    }
}
