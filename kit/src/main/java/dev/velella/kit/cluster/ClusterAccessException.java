package dev.velella.kit.cluster;

import org.jspecify.annotations.Nullable;

/**
 * The cluster cannot be asked. The message names the options concerned and says what to do. The only value of an option
 * in it is the value of {@code kafka.bootstrap.servers}.
 */
public final class ClusterAccessException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ClusterAccessException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
