package dev.velella.kit.secret;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.ApiException;

/** Describes failures of a Kafka client without secrets. */
public final class ClientErrors {
    private ClientErrors() {}

    /**
     * Class and message of a failure, and of its causes. A message is left out unless it comes from the Kafka protocol,
     * or is about an option that is no secret, because login modules put parts of their configuration into their
     * messages.
     */
    public static String describe(KafkaException failure) {
        StringBuilder text = new StringBuilder();
        int depth = 0;
        for (Throwable cause = failure; cause != null && depth < 5; cause = cause.getCause(), depth++) {
            text.append(depth == 0 ? "" : ", because of ")
                    .append(cause.getClass().getSimpleName());
            if (isHarmless(cause)) {
                text.append(": ").append(cause.getMessage());
            }
        }
        return text.toString();
    }

    private static boolean isHarmless(Throwable cause) {
        String message = cause.getMessage();
        if (message == null) {
            return false;
        }
        if (cause instanceof ConfigException) {
            return ConsumerConfig.configDef().configKeys().values().stream()
                    .noneMatch(key -> key.type == Type.PASSWORD && message.contains(key.name));
        }
        return cause instanceof ApiException;
    }
}
