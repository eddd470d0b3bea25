package dev.velella.diff.options;

import dev.velella.dictionary.DictionaryStore;
import dev.velella.frame.EncoderSettings;
import dev.velella.frame.FrameEncoder;
import dev.velella.frame.JellyMode;
import dev.velella.frame.SelfContainedEncoder;
import dev.velella.frame.StreamLimits;
import dev.velella.frame.TopicDictionaries;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.record.partition.LookBackLimits;
import org.jspecify.annotations.Nullable;

/**
 * The settings for writing and reading frames. {@link FrameOptions} makes them from the options. Immutable.
 *
 * @param rdfStar whether quoted triples may be written
 * @param mode what a patch record builds on: dictionary or self-contained
 * @param limits limits for each frame that is read or written
 * @param streamLimits limits for the codec state of input streams that a task keeps
 * @param lookBack limits for the records that a task reads to restore missing codec state
 * @param dictionaries topic of the dictionaries
 * @param addsMessageHeader whether patches and snapshots get the header {@code RDF-Message-Content-Type}
 */
public record FrameSettings(
        boolean rdfStar,
        JellyMode mode,
        Limits limits,
        StreamLimits streamLimits,
        LookBackLimits lookBack,
        String dictionaries,
        boolean addsMessageHeader) {

    /**
     * The settings for the encoding of graphs and patches. The order of deletes and of adds has no meaning in a patch, so
     * they stand in the order that makes frames smallest.
     */
    public EncoderSettings encoding() {
        return EncoderSettings.ofTopic(TableSizes.BIG, rdfStar, StatementOrder.DENSE, limits);
    }

    /** Whether an app that can reach its cluster writes patches on dictionaries. */
    public boolean writesDictionaries() {
        return mode == JellyMode.DICTIONARY;
    }

    /**
     * Makes a new encoder for the patches of one partition.
     *
     * @param topic topic of the patches
     * @param store where dictionaries become durable; null if there is no access to a cluster, so that patches are
     *     self-contained
     */
    public FrameEncoder newPatchEncoder(String topic, @Nullable DictionaryStore store) {
        return store == null || !writesDictionaries()
                ? new SelfContainedEncoder(encoding())
                : new TopicDictionaries(encoding(), store).encoder(topic);
    }
}
