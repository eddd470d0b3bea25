package dev.velella.edge;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.EncoderSettings;
import dev.velella.keyframe.KeyFrameInterval;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a stream from a device. Immutable.
 *
 * @param form contents of messages
 * @param basis basis on which messages build
 * @param dictionaryFile the file in which the device keeps its dictionary from start to start; null if it keeps none, and
 *     makes a dictionary at each start. Each topic needs a file of its own
 * @param dictionaryExpiry how long the broker keeps a dictionary that is no longer published, at least a second; longer
 *     than a message may wait at the broker for its receiver
 * @param interval longest distance from one key frame to the next
 * @param sizes sizes of the lookup tables, which the receiver keeps for every stream
 * @param rdfStar whether quoted triples may occur
 * @param retainedBytes most bytes of frames that are kept, so that they can be sent again; at least 0. If there are
 *     more, the oldest frames are forgotten. Only with key frames
 * @param answerBytes most bytes of frames in one answer, at least 1; a longer answer comes in parts
 * @param topicPrefix beginning of the topics for dictionaries, requests and answers; the same as the receiver's
 */
public record EdgeSettings(
        EdgeForm form,
        EdgeBasis basis,
        @Nullable Path dictionaryFile,
        Duration dictionaryExpiry,
        KeyFrameInterval interval,
        TableSizes sizes,
        boolean rdfStar,
        long retainedBytes,
        int answerBytes,
        String topicPrefix) {
    /**
     * Whole graphs on a dictionary without a file, which the broker keeps for 30 days. With key frames: one every 100
     * graphs or ten minutes, a MiB retained, answers of up to 64 KiB.
     */
    public static final EdgeSettings DEFAULT = new EdgeSettings(
            EdgeForm.GRAPHS,
            EdgeBasis.DICTIONARY,
            null,
            Duration.ofDays(30),
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
        if (dictionaryExpiry.toSeconds() < 1 || dictionaryExpiry.toSeconds() > 0xFFFF_FFFFL) {
            throw new IllegalArgumentException(
                    "a broker keeps a dictionary for 1 to 4294967295 seconds, not for " + dictionaryExpiry);
        }
    }

    /** These settings with another form of messages. */
    public EdgeSettings withForm(EdgeForm other) {
        return with(other, basis, dictionaryFile, dictionaryExpiry, interval, retainedBytes);
    }

    /** These settings with another basis of messages. */
    public EdgeSettings withBasis(EdgeBasis other) {
        return with(form, other, dictionaryFile, dictionaryExpiry, interval, retainedBytes);
    }

    /** These settings with a file for the dictionary. */
    public EdgeSettings withDictionaryFile(Path file) {
        return with(form, basis, file, dictionaryExpiry, interval, retainedBytes);
    }

    /** These settings with another time for which the broker keeps a dictionary. */
    public EdgeSettings withDictionaryExpiry(Duration expiry) {
        return with(form, basis, dictionaryFile, expiry, interval, retainedBytes);
    }

    /** These settings with another key frame interval. */
    public EdgeSettings withInterval(KeyFrameInterval other) {
        return with(form, basis, dictionaryFile, dictionaryExpiry, other, retainedBytes);
    }

    /** These settings with other memory for frames that were sent. */
    public EdgeSettings withRetainedBytes(long bytes) {
        return with(form, basis, dictionaryFile, dictionaryExpiry, interval, bytes);
    }

    private EdgeSettings with(
            EdgeForm otherForm,
            EdgeBasis otherBasis,
            @Nullable Path file,
            Duration expiry,
            KeyFrameInterval otherInterval,
            long bytes) {
        return new EdgeSettings(
                otherForm, otherBasis, file, expiry, otherInterval, sizes, rdfStar, bytes, answerBytes, topicPrefix);
    }

    /** These settings with another limit of an answer. */
    public EdgeSettings withAnswerBytes(int bytes) {
        return new EdgeSettings(
                form,
                basis,
                dictionaryFile,
                dictionaryExpiry,
                interval,
                sizes,
                rdfStar,
                retainedBytes,
                bytes,
                topicPrefix);
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
