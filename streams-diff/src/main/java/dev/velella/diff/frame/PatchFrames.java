package dev.velella.diff.frame;

import dev.velella.diff.options.FrameSettings;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.keyframe.EncodedFrame;
import dev.velella.keyframe.EncoderSettings;
import dev.velella.keyframe.JellyMode;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.rdf.RdfPatch;

/**
 * Writes the patches of one task to its output partition: self-contained frames, or one stream of frames in which each
 * continues the one before.
 *
 * <p>The stream lives as long as the object. It knows only what was handed out, not what became visible: whatever may
 * part the two ends the stream, a failed record by {@link #newStream}, an abort because Kafka Streams then closes the
 * task, which gets another object when it is initialised again. Not thread-safe.
 */
public abstract class PatchFrames {
    final int partition;

    private PatchFrames(int partition) {
        this.partition = partition;
    }

    /** A writer that has written nothing yet. */
    public static PatchFrames of(FrameSettings settings, int partition) {
        JellyPatchOptions options = JellyPatchOptions.frame(settings.tables(), settings.rdfStar());
        if (settings.mode() == JellyMode.SELF_CONTAINED) {
            return new SelfContained(new JellyPatchEncoder(options, settings.order(), settings.limits()), partition);
        }
        JellyOptions graphs = new JellyOptions(PhysicalType.QUADS, settings.tables(), settings.rdfStar(), 2);
        return new Stateful(
                new PartitionEncoder(
                        new EncoderSettings(graphs, options, settings.order(), settings.limits(), settings.interval())),
                partition);
    }

    /**
     * The frame of the next patch.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException if options or limits cannot carry the patch
     */
    public abstract RoutedFrame encode(RdfPatch patch);

    /** Says that a frame may not have been sent: the next one continues none before it. */
    public abstract void newStream();

    private static final class SelfContained extends PatchFrames {
        private final JellyPatchEncoder encoder;

        SelfContained(JellyPatchEncoder encoder, int partition) {
            super(partition);
            this.encoder = encoder;
        }

        @Override
        public RoutedFrame encode(RdfPatch patch) {
            return new RoutedFrame(encoder.encode(patch), null, partition);
        }

        @Override
        public void newStream() {}
    }

    private static final class Stateful extends PatchFrames {
        private final PartitionEncoder encoder;

        Stateful(PartitionEncoder encoder, int partition) {
            super(partition);
            this.encoder = encoder;
        }

        @Override
        public RoutedFrame encode(RdfPatch patch) {
            EncodedFrame frame = encoder.encode(patch);
            return new RoutedFrame(frame.value(), frame.header(), partition);
        }

        @Override
        public void newStream() {
            encoder.newStream();
        }
    }
}
