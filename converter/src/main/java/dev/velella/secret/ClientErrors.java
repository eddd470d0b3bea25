package dev.velella.secret;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.ApiException;

/** Puts failures of a Kafka client into words that hold no secret. */
public final class ClientErrors {
    private ClientErrors() {}

    /**
     * Class and message of a failure, and of its cause where there is one. Messages are left out unless they are those of
     * the protocol or of an option that is no secret: login modules put pieces of their configuration into theirs.
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
