package dev.velella.diff.options;

import dev.velella.dictionary.DictionaryStore;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.EncoderSettings;
import dev.velella.keyframe.FrameEncoder;
import dev.velella.keyframe.JellyMode;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.keyframe.SelfContainedEncoder;
import dev.velella.keyframe.StreamLimits;
import dev.velella.keyframe.TopicDictionaries;
import dev.velella.record.StartAt;
import dev.velella.record.partition.LookBackLimits;
import org.jspecify.annotations.Nullable;

/**
 * The settings for writing and reading frames. {@link FrameOptions} makes them from the options. Immutable.
 *
 * @param tables sizes of the lookup tables in written frames
 * @param rdfStar whether quoted triples may be written
 * @param mode whether a patch record may build on the codec state of the record before it
 * @param interval when the patches of a partition get their next key frame
 * @param order of the deletes and of the adds in a patch
 * @param limits limits for each frame that is read or written
 * @param streamLimits limits for the codec state of input streams that a task keeps
 * @param lookBack limits for the records that a task reads to restore missing codec state
 * @param dictionaries topic of the dictionaries
 * @param startAt where reading begins in an input partition whose first records cannot be decoded
 */
public record FrameSettings(
        TableSizes tables,
        boolean rdfStar,
        JellyMode mode,
        KeyFrameInterval interval,
        StatementOrder order,
        Limits limits,
        StreamLimits streamLimits,
        LookBackLimits lookBack,
        String dictionaries,
        StartAt startAt) {

    /** The settings for the encoding of graphs and patches. */
    public EncoderSettings encoding() {
        return EncoderSettings.ofTopic(tables, rdfStar, order, limits, interval);
    }

    /** Whether an app that can reach its cluster writes patches on dictionaries. */
    public boolean writesDictionaries() {
        return mode == JellyMode.AUTO || mode == JellyMode.DICTIONARY;
    }

    /**
     * Makes a new encoder for the patches of one partition.
     *
     * @param topic topic of the patches
     * @param store where dictionaries become durable; null if there is no access to a cluster
     * @throws IllegalArgumentException if the mode needs dictionaries, and there is no store for them
     */
    public FrameEncoder newPatchEncoder(String topic, @Nullable DictionaryStore store) {
        return switch (mode) {
            case SELF_CONTAINED -> new SelfContainedEncoder(encoding());
            case STATEFUL -> new PartitionEncoder(encoding());
            case AUTO -> store == null ? new PartitionEncoder(encoding()) : onDictionaries(topic, store);
            case DICTIONARY -> {
                if (store == null) {
                    throw new IllegalArgumentException(
                            FrameOptions.MODE.name() + "=dictionary needs a topic of dictionaries");
                }
                yield onDictionaries(topic, store);
            }
        };
    }

    private FrameEncoder onDictionaries(String topic, DictionaryStore store) {
        return new TopicDictionaries(encoding(), store).encoder(topic);
    }
}
