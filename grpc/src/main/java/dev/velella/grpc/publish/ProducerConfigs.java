package dev.velella.grpc.publish;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;

/** Settings of the producers. Stateless. */
final class ProducerConfigs {
    /** Memory of a producer for records that are under way. */
    private static final long BUFFER_BYTES = 4 << 20;

    private ProducerConfigs() {}

    /**
     * Settings of a producer.
     *
     * @param clientProperties servers, security and wishes of the operator
     * @param maxMessageBytes largest frame of a client
     */
    static Map<String, Object> of(Map<String, ?> clientProperties, int maxMessageBytes) {
        Map<String, Object> config = new HashMap<>(clientProperties);
        config.keySet()
                .removeIf(name -> !ProducerConfig.configNames().contains(name)
                        || name.startsWith("transactional.")
                        || name.equals(ProducerConfig.PARTITIONER_CLASS_CONFIG));
        long request = Math.max(1 << 20, maxMessageBytes + (64L << 10));
        config.putIfAbsent(ProducerConfig.COMPRESSION_TYPE_CONFIG, "zstd");
        // A record goes out at once if no request is under way. Else it shares the next request with all that came
        // meanwhile.
        config.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, 0);
        config.putIfAbsent(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        config.putIfAbsent(ProducerConfig.BATCH_SIZE_CONFIG, 64 << 10);
        config.putIfAbsent(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, (int) request);
        config.putIfAbsent(ProducerConfig.BUFFER_MEMORY_CONFIG, Math.max(BUFFER_BYTES, 2 * request));
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        return config;
    }
}
