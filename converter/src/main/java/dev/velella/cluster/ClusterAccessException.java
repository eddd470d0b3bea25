package dev.velella.cluster;

import org.jspecify.annotations.Nullable;

/**
 * The cluster cannot be asked. The message names the options concerned and says what to do; it holds no value but that
 * of {@code kafka.bootstrap.servers}.
 */
public final class ClusterAccessException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ClusterAccessException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
