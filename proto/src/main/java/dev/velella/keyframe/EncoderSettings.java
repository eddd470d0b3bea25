package dev.velella.keyframe;

import dev.velella.jelly.JellyOptions;
import dev.velella.jelly.JellyPatchOptions;
import dev.velella.jelly.Limits;
import dev.velella.jelly.StatementOrder;

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
