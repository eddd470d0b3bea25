package dev.velella.kit.secret;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.ApiException;

/** Describes failures of a Kafka client without secrets. */
public final class ClientErrors {
    private ClientErrors() {}

    /**
     * Class and message of a failure, and of its causes. A message is left out unless it comes from the Kafka protocol,
     * or is about an option that is no secret, because login modules put parts of their configuration into their
     * messages. So does Kafka's parser of logins: it says the word at which it stopped.
     */
    public static String describe(Throwable failure) {
        StringBuilder text = new StringBuilder();
        int depth = 0;
        for (Throwable cause = failure; cause != null && depth < 5; cause = cause.getCause(), depth++) {
            text.append(depth == 0 ? "" : ", because of ")
                    .append(cause.getClass().getSimpleName());
            if (isHarmless(cause)) {
                text.append(": ").append(cause.getMessage());
            } else if (String.valueOf(cause.getMessage()).contains("JAAS config")) {
                return "sasl.jaas.config cannot be read; check its quotes, and the semicolon at its end";
            }
        }
        return text.toString();
    }

    /**
     * The message of the innermost cause alone, for a person at a terminal, where it may be shown; else as
     * {@link #describe}.
     */
    public static String message(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = root.getMessage();
        return message != null && isHarmless(root) ? message : describe(failure);
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
