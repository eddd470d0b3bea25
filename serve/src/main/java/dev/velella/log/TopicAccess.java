package dev.velella.log;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/**
 * A topic and the access to it. Immutable.
 *
 * @param bootstrapServers host and port of brokers, with commas between them
 * @param topic name of the topic
 * @param properties properties of the client, such as security; the properties fixed here take precedence
 * @param committedOnly whether records of open and aborted transactions are left out
 * @param timeout longest wait for a broker
 */
public record TopicAccess(
        String bootstrapServers,
        String topic,
        Map<String, String> properties,
        boolean committedOnly,
        Duration timeout) {

    public TopicAccess {
        properties = Map.copyOf(properties);
    }

    /** The access to another topic of the same brokers. */
    public TopicAccess withTopic(String other) {
        return new TopicAccess(bootstrapServers, other, properties, committedOnly, timeout);
    }

    /** The same topic with the other isolation level, or this one. */
    public TopicAccess withIsolation(boolean onlyCommitted) {
        return new TopicAccess(bootstrapServers, topic, properties, onlyCommitted, timeout);
    }

    /** {@code read_committed} or {@code read_uncommitted}. */
    public String isolationLevel() {
        return committedOnly ? "read_committed" : "read_uncommitted";
    }

    /**
     * Configuration of a consumer that belongs to no group, commits nothing, creates no topic, and begins at a given
     * offset.
     */
    public Map<String, Object> consumerConfig() {
        Map<String, Object> config = new HashMap<>(properties);
        config.keySet().removeIf(key -> key.startsWith("group.") || key.endsWith(".deserializer"));
        config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolationLevel());
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        config.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) timeout.toMillis());
        config.putIfAbsent(ConsumerConfig.CLIENT_ID_CONFIG, "velella-topic");
        return config;
    }
}
