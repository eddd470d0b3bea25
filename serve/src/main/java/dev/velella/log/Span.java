package dev.velella.log;

/**
 * The part of a partition that is read.
 *
 * @param partition number of the partition
 * @param logStart offset of the first record of the log
 * @param from offset at which reading begins, at least {@code logStart}
 * @param to offset before which reading ends, at least {@code from}: the end of the log at the start of the reading, or
 *     the end of its committed records if only these are read
 */
public record Span(int partition, long logStart, long from, long to) {}
