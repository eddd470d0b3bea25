package dev.velella.diff.options;

/**
 * When snapshots are written. Immutable.
 *
 * @param enabled whether there is a topic for them
 * @param patches most patches of a stream that no snapshot of it covers
 * @param ms longest time for which a patch is covered by no snapshot
 */
public record SnapshotSettings(boolean enabled, long patches, long ms) {}
