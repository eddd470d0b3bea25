package dev.velella.diff.options;

import org.jspecify.annotations.Nullable;

/**
 * The topics of the app. Immutable.
 *
 * @param input of graphs
 * @param output of patches
 * @param deadLetters of records that cannot be taken; null where they go nowhere
 * @param late of late elements; null where they go nowhere
 * @param snapshots of whole graphs, compacted; null where there are none
 * @param replicas of topics that have to be created; -1 is the broker's default
 */
public record TopicSettings(
        String input,
        String output,
        @Nullable String deadLetters,
        @Nullable String late,
        @Nullable String snapshots,
        short replicas) {}
