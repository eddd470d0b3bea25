package dev.velella.sink.targets.remote;

/**
 * How long and how often to try again what failed for now.
 *
 * @param timeoutMs since the first failure in a row
 * @param backoffMs first wait
 * @param backoffMaxMs longest wait
 */
public record RetryPolicy(long timeoutMs, long backoffMs, long backoffMaxMs) {}
