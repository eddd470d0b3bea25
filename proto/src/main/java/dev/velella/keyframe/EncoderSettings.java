package dev.velella.keyframe;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.write.StatementOrder;

/**
 * What all encoders of a topic have in common. Immutable.
 *
 * @param graphs options row of graph frames, the same in every key frame
 * @param patches options row of patch frames, the same in every key frame
 * @param order in which statements are written
 * @param limits of what is written
 * @param interval when a key frame is due
 */
public record EncoderSettings(
        JellyOptions graphs,
        JellyPatchOptions patches,
        StatementOrder order,
        Limits limits,
        KeyFrameInterval interval) {}
