package dev.velella.diff.input;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of the clients that read the input topic once more: that of the app's main consumer, with its servers,
 * security and isolation level, but without its group. It is the same for all tasks of an app, apart from the client's id.
 * Thread-safe.
 */
public final class LookBackClient {
    private @Nullable Map<String, Object> shared;

    /** Of one task, as the app that runs it is configured. */
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
            // What Kafka Streams adds for the members of its group.
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

    /** The app's options, which Kafka Streams has already checked and logged. */
    private static final class AppConfig extends StreamsConfig {
        AppConfig(Map<String, Object> options) {
            super(options, false);
        }
    }
}
