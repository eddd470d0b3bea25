package dev.velella.edge;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.EncoderSettings;
import dev.velella.keyframe.KeyFrameInterval;

/**
 * Settings of a stream from a device. Immutable.
 *
 * @param form contents of frames
 * @param interval longest distance from one key frame to the next
 * @param sizes sizes of the lookup tables, which the receiver keeps for every stream
 * @param rdfStar whether quoted triples may occur
 * @param retainedBytes most bytes of frames that are kept, so that they can be sent again; at least 0. If there are
 *     more, the oldest frames are forgotten
 * @param answerBytes most bytes of frames in one answer, at least 1; a longer answer comes in parts
 * @param topicPrefix beginning of the topics for requests and answers; the same as the receiver's
 */
public record EdgeSettings(
        EdgeForm form,
        KeyFrameInterval interval,
        TableSizes sizes,
        boolean rdfStar,
        long retainedBytes,
        int answerBytes,
        String topicPrefix) {
    /** Whole graphs, a key frame every 100 of them or ten minutes, a MiB retained, answers of up to 64 KiB. */
    public static final EdgeSettings DEFAULT = new EdgeSettings(
            EdgeForm.GRAPHS,
            KeyFrameInterval.DEFAULT,
            TableSizes.BIG,
            false,
            1 << 20,
            64 << 10,
            EdgeTopics.DEFAULT_PREFIX);

    public EdgeSettings {
        if (retainedBytes < 0 || answerBytes < 1) {
            throw new IllegalArgumentException(
                    "at least 0 bytes are retained and 1 is answered, not " + retainedBytes + " and " + answerBytes);
        }
    }

    /** These settings with another form of frames. */
    public EdgeSettings withForm(EdgeForm other) {
        return new EdgeSettings(other, interval, sizes, rdfStar, retainedBytes, answerBytes, topicPrefix);
    }

    /** These settings with another key frame interval. */
    public EdgeSettings withInterval(KeyFrameInterval other) {
        return new EdgeSettings(form, other, sizes, rdfStar, retainedBytes, answerBytes, topicPrefix);
    }

    /** These settings with other memory for frames that were sent. */
    public EdgeSettings withRetainedBytes(long bytes) {
        return new EdgeSettings(form, interval, sizes, rdfStar, bytes, answerBytes, topicPrefix);
    }

    EncoderSettings encoder() {
        return new EncoderSettings(
                new JellyOptions(PhysicalType.QUADS, sizes, rdfStar, 2),
                JellyPatchOptions.frame(sizes, rdfStar),
                StatementOrder.DENSE,
                Limits.DEFAULT,
                interval);
    }
}
