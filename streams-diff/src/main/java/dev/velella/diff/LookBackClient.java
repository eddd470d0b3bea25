package dev.velella.diff;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/**
 * Configuration of the client that reads the input topic once more: that of the app's main consumer, with its servers,
 * security and isolation level, but without its group.
 */
final class LookBackClient {
    private LookBackClient() {}

    /** Of a task, as the app that runs it is configured. */
    static Map<String, Object> config(ProcessorContext<?, ?> context) {
        String id = Thread.currentThread().getName() + "-" + context.taskId() + "-look-back";
        AppConfig app = new AppConfig(context.appConfigs());
        Map<String, Object> config = new HashMap<>(app.getMainConsumerConfigs(context.applicationId(), id, 0));
        // What Kafka Streams adds for the members of its group.
        config.keySet().removeIf(LookBackClient::isOfTheGroup);
        return config;
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
