package dev.velella.diff.options;

import org.jspecify.annotations.Nullable;

/**
 * The topics of the app. Immutable.
 *
 * @param input the topics that the app reads
 * @param output topic of patches
 * @param deadLetters topic of records that cannot be taken; null if there is none
 * @param late topic of late elements; null if there is none
 * @param snapshots topic of whole graphs, compacted; null if there is none
 * @param keepSnapshotsMs time for which a snapshot is kept although there is a newer one, in ms
 * @param replicas replication factor of topics that the app creates; -1 is the broker's default
 */
public record TopicSettings(
        InputTopics input,
        String output,
        @Nullable String deadLetters,
        @Nullable String late,
        @Nullable String snapshots,
        long keepSnapshotsMs,
        short replicas) {}
