package dev.velella.keyframe;

import dev.velella.frame.EncoderSettings;
import dev.velella.frame.FrameEncoder;
import dev.velella.frame.LossReports;
import dev.velella.jelly.JellyEncoder;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.StreamElement;
import java.security.SecureRandom;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Writes the records of one sender to one partition: a stream of frames for each kind of element, with a key frame when
 * one is due.
 *
 * <p>The caller must send every frame to the same partition, in order. If it cannot be sure that a frame was sent, it
 * calls {@link #newStream}. A stream also ends with an exception, or if an element together with the entries in the
 * stream's tables exceeds the limits; that element then begins the next stream. Not thread-safe.
 */
public final class PartitionEncoder implements FrameEncoder {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final EncoderSettings settings;
    private final KeyFrameInterval interval;
    private final LongSupplier nanoTime;
    private final Map<ElementKind, Stream> streams = new EnumMap<>(ElementKind.class);

    /** An encoder for a partition to which it has written nothing yet, with the system's clock. */
    public PartitionEncoder(EncoderSettings settings, KeyFrameInterval interval) {
        this(settings, interval, System::nanoTime);
    }

    /**
     * An encoder with a given clock.
     *
     * @param interval longest distance from one key frame to the next
     * @param nanoTime any steadily growing count of ns
     */
    public PartitionEncoder(EncoderSettings settings, KeyFrameInterval interval, LongSupplier nanoTime) {
        this.settings = settings;
        this.interval = interval;
        this.nanoTime = nanoTime;
    }

    /** Writes the next record in the stream of the element's kind. */
    @Override
    public StatefulFrame encode(StreamElement element) {
        ElementKind kind = element.kind();
        Stream stream = streams.remove(kind);
        if (stream == null) {
            stream = new Stream(kind);
        }
        StatefulFrame frame;
        try {
            frame = stream.write(element);
        } catch (MalformedJellyException e) {
            if (!stream.hasFrames()) {
                throw e;
            }
            return encode(element); // with empty tables it may be within the limits
        }
        streams.put(kind, stream);
        return frame;
    }

    /** Ends the streams: the next record of each begins another one, with a key frame and a new identity. */
    @Override
    public void newStream() {
        streams.clear();
    }

    @Override
    public boolean takeLosses(LossReports losses) {
        boolean lost = false;
        for (Stream stream : streams.values()) {
            lost |= losses.take(stream.id);
        }
        return lost;
    }

    /** One stream from its first record on. It is dropped as soon as a write fails. */
    private final class Stream {
        private final ElementKind kind;
        private final JellyEncoder<StreamElement> encoder;
        private final long id = RANDOM.nextLong() >>> 16;
        private long seq;
        private long dist;
        private int link;
        private long keyFrameAt;

        Stream(ElementKind kind) {
            this.kind = kind;
            encoder = settings.encoder(kind);
        }

        boolean hasFrames() {
            return seq > 0;
        }

        StatefulFrame write(StreamElement element) {
            long now = nanoTime.getAsLong();
            boolean isKeyFrame = isKeyFrameDue(now);
            if (isKeyFrame) {
                dist = 0;
                keyFrameAt = now;
            }
            byte[] value = isKeyFrame ? encoder.encodeKeyFrame(element) : encoder.encodeNext(element);
            StatefulFrame frame = new StatefulFrame(value, new JellyHeader(kind, id, link, seq, dist));
            seq++;
            dist++;
            link = JellyHeader.linkTo(value);
            return frame;
        }

        private boolean isKeyFrameDue(long now) {
            return seq == 0 || dist >= interval.records() || (now - keyFrameAt) / 1_000_000 >= interval.ms();
        }
    }
}
