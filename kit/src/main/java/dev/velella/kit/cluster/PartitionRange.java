package dev.velella.kit.cluster;

import java.util.OptionalLong;

/**
 * The offsets of a partition in the cluster.
 *
 * @param start offset of its first record
 * @param end offset of its next record
 * @param committed offset that a consumer group has committed; empty if the group has committed none
 */
public record PartitionRange(long start, long end, OptionalLong committed) {}
