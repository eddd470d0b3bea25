package dev.velella.diff.frame;

import org.jspecify.annotations.Nullable;

/**
 * A record value and the partition that it goes to: serializer and partitioner are shared by all tasks.
 *
 * @param value not to be changed; null in a record that deletes
 * @param partition of the output topic
 */
@SuppressWarnings("ArrayRecordComponent")
public record RoutedFrame(byte @Nullable [] value, int partition) {}
