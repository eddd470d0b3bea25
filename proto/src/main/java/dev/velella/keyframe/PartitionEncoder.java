package dev.velella.keyframe;

import dev.velella.jelly.JellyFrames.Kind;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.security.SecureRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes the records of one sender to one partition: a stream of graph frames and a stream of patch frames, each with a
 * key frame when one is due.
 *
 * <p>The caller sends every frame it gets, in order, to the same partition. As soon as it cannot be sure of that, it
 * calls {@link #newStream}. A stream also ends when something is thrown here, or when an element goes beyond the limits
 * together with what the stream has in its tables: that element begins the next one. Not thread-safe.
 */
public final class PartitionEncoder {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final EncoderSettings settings;
    private final LongSupplier nanoTime;
    private @Nullable Stream<RdfGraph> graphs;
    private @Nullable Stream<RdfPatch> patches;

    /** A partition to which nothing was written yet, with the system's clock. */
    public PartitionEncoder(EncoderSettings settings) {
        this(settings, System::nanoTime);
    }

    /** @param nanoTime any steadily growing count of ns */
    public PartitionEncoder(EncoderSettings settings, LongSupplier nanoTime) {
        this.settings = settings;
        this.nanoTime = nanoTime;
    }

    /**
     * The next record of the graph stream.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException if options or limits cannot carry the graph
     */
    public EncodedFrame encode(RdfGraph graph) {
        Stream<RdfGraph> stream = graphs;
        if (stream == null) {
            JellyGraphEncoder encoder = new JellyGraphEncoder(settings.graphs(), settings.order(), settings.limits());
            stream = new Stream<>(Kind.RDF, encoder::encodeKeyFrame, encoder::encodeNext);
        }
        graphs = null;
        EncodedFrame frame;
        try {
            frame = stream.write(graph);
        } catch (MalformedJellyException e) {
            if (!stream.hasFrames()) {
                throw e;
            }
            return encode(graph); // the tables may have been too full
        }
        graphs = stream;
        return frame;
    }

    /**
     * The next record of the patch stream.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException if options or limits cannot carry the patch
     */
    public EncodedFrame encode(RdfPatch patch) {
        Stream<RdfPatch> stream = patches;
        if (stream == null) {
            JellyPatchEncoder encoder = new JellyPatchEncoder(settings.patches(), settings.order(), settings.limits());
            stream = new Stream<>(Kind.PATCH, encoder::encodeKeyFrame, encoder::encodeNext);
        }
        patches = null;
        EncodedFrame frame;
        try {
            frame = stream.write(patch);
        } catch (MalformedJellyException e) {
            if (!stream.hasFrames()) {
                throw e;
            }
            return encode(patch); // the tables may have been too full
        }
        patches = stream;
        return frame;
    }

    /**
     * Whether the next record of a kind would be a key frame, if it were written now. Time goes on: who writes other
     * contents into a key frame looks at the header of what was written too.
     */
    public boolean isKeyFrameDue(Kind kind) {
        Stream<?> stream = kind == Kind.RDF ? graphs : patches;
        return stream == null || stream.isKeyFrameDue(nanoTime.getAsLong());
    }

    /** Ends the streams: the next record of each begins another one, with a key frame and a new identity. */
    public void newStream() {
        graphs = null;
        patches = null;
    }

    /** Whether a record of one of the streams was reported as lost; the report is used up. */
    boolean takeLosses(LossReports losses) {
        boolean graphLost = graphs != null && losses.take(graphs.id);
        boolean patchLost = patches != null && losses.take(patches.id);
        return graphLost || patchLost;
    }

    private interface Write<T> {
        byte[] frame(T element);
    }

    /** One stream from its first record on; thrown away as soon as a write fails. */
    private final class Stream<T> {
        private final Kind kind;
        private final Write<T> keyFrame;
        private final Write<T> nextFrame;
        private final long id = RANDOM.nextLong() >>> 16;
        private long seq;
        private long dist;
        private int link;
        private long keyFrameAt;

        Stream(Kind kind, Write<T> keyFrame, Write<T> nextFrame) {
            this.kind = kind;
            this.keyFrame = keyFrame;
            this.nextFrame = nextFrame;
        }

        boolean hasFrames() {
            return seq > 0;
        }

        EncodedFrame write(T element) {
            long now = nanoTime.getAsLong();
            boolean isKeyFrame = isKeyFrameDue(now);
            if (isKeyFrame) {
                dist = 0;
                keyFrameAt = now;
            }
            byte[] value = isKeyFrame ? keyFrame.frame(element) : nextFrame.frame(element);
            EncodedFrame frame = new EncodedFrame(value, new JellyHeader(kind, id, link, seq, dist));
            seq++;
            dist++;
            link = JellyHeader.linkTo(value);
            return frame;
        }

        private boolean isKeyFrameDue(long now) {
            KeyFrameInterval interval = settings.interval();
            return seq == 0 || dist >= interval.records() || (now - keyFrameAt) / 1_000_000 >= interval.ms();
        }
    }
}
