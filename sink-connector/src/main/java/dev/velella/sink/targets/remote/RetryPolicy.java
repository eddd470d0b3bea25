package dev.velella.sink.targets.remote;

/**
 * How long and how often a step is retried after a temporary failure.
 *
 * @param timeoutMs maximum time since the first failure in a row, in ms
 * @param backoffMs first wait, in ms
 * @param backoffMaxMs maximum wait, in ms
 */
public record RetryPolicy(long timeoutMs, long backoffMs, long backoffMaxMs) {}
