package dev.velella.diff.options;

/**
 * When snapshots are written. Immutable.
 *
 * @param enabled whether there is a topic for snapshots
 * @param patches maximum number of a stream's patches that no snapshot covers
 * @param ms maximum time for which no snapshot covers a patch, in ms
 */
public record SnapshotSettings(boolean enabled, long patches, long ms) {}
