package dev.velella.cluster;

import java.util.OptionalLong;

/**
 * What a cluster has of a partition.
 *
 * @param start offset of its first record
 * @param end offset that its next record will have
 * @param committed offset that a consumer group has committed; empty where it has none
 */
public record PartitionRange(long start, long end, OptionalLong committed) {}
