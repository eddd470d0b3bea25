package dev.velella.topic;

/**
 * The part of a partition that is read.
 *
 * @param partition number of the partition
 * @param logStart offset of the first record that is still there
 * @param from offset at which reading begins, at least {@code logStart}
 * @param to offset before which it ends, at least {@code from}: the end that was found, of what is committed where only
 *     that is read
 */
public record Span(int partition, long logStart, long from, long to) {}
