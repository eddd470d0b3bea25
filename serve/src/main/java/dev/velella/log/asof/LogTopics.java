package dev.velella.log.asof;

import dev.velella.log.DecodingLimits;
import dev.velella.log.TopicAccess;
import dev.velella.log.TopicLog;
import dev.velella.record.dictionary.DictionaryOptions;
import org.jspecify.annotations.Nullable;

/**
 * The topics that hold the past of streams. Immutable.
 *
 * @param patches topic of patches, the output of the diff app
 * @param snapshots name of its topic of snapshots; null if there is none
 * @param dictionaries name of the topic of dictionaries
 * @param limits limits of the decoding
 */
public record LogTopics(TopicAccess patches, @Nullable String snapshots, String dictionaries, DecodingLimits limits) {

    /** Topics with the usual topic of dictionaries and the usual limits. */
    public static LogTopics of(TopicAccess patches, @Nullable String snapshots) {
        return new LogTopics(patches, snapshots, DictionaryOptions.DEFAULT_TOPIC, DecodingLimits.DEFAULT.unhurried());
    }

    TopicLog openPatches() {
        return new TopicLog(patches, dictionaries, limits, Long.MAX_VALUE);
    }

    @Nullable
    TopicLog openSnapshots() {
        return snapshots == null
                ? null
                : new TopicLog(patches.withTopic(snapshots), dictionaries, limits, Long.MAX_VALUE);
    }
}
