package dev.velella.diff.options;

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
import dev.velella.record.StartAt;
import dev.velella.record.partition.LookBackLimits;

/**
 * How frames are written and read; {@link FrameOptions} makes it of the options. Immutable.
 *
 * @param tables sizes of the lookup tables of the frames written
 * @param rdfStar whether quoted triples may be written
 * @param mode whether a patch record continues the one before
 * @param interval when the patches of a partition get their next key frame
 * @param order in which the deletes, and the adds, of a patch are written
 * @param limits what is accepted and written at most, frame by frame
 * @param streamLimits most codec state of input streams that a task keeps
 * @param lookBack most that a task reads to restore missing codec state
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
        StartAt startAt) {

    /** How graphs and patches are encoded. */
    public EncoderSettings encoding() {
        return EncoderSettings.ofTopic(tables, rdfStar, order, limits, interval);
    }

    /** An encoder of the patches of one partition, that has written nothing yet. */
    public FrameEncoder newPatchEncoder() {
        return mode == JellyMode.SELF_CONTAINED
                ? new SelfContainedEncoder(encoding())
                : new PartitionEncoder(encoding());
    }
}
