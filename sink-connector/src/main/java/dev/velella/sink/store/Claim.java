package dev.velella.sink.store;

/**
 * A partition's row of the system graph, as the task that opened the partition last sees it. Whoever opens the
 * partition later raises the epoch, so that commits under this claim fail from then on.
 *
 * @param epoch number of times the partition was opened
 * @param nextOffset offset of the first record that is not applied
 */
public record Claim(long epoch, long nextOffset) {}
