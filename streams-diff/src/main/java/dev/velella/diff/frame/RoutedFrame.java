package dev.velella.diff.frame;

import org.jspecify.annotations.Nullable;

/**
 * The value of a record and its target partition. The value carries its partition because all tasks share the
 * serializer and the partitioner.
 *
 * @param value bytes of the value, which nobody may change; null in a record that deletes
 * @param partition partition of the output topic
 */
@SuppressWarnings("ArrayRecordComponent")
public record RoutedFrame(byte @Nullable [] value, int partition) {}
