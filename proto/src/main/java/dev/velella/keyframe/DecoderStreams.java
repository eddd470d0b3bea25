package dev.velella.keyframe;

import dev.velella.frame.FrameResult;
import dev.velella.frame.FrameResult.MissingState;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.ElementKind;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Decodes stateful records. It holds the state of every stream that was read, by topic, kind and stream.
 *
 * <p>A record is decoded in one of these cases:
 *
 * <ul>
 * <li>It is a key frame.
 * <li>It is the next one: its number and its distance from the key frame are one higher than in the last record, and
 *     its link fits the last value.
 * <li>It is the last record once more, byte by byte. Then the result is the same as before.
 * </ul>
 *
 * <p>The result for every other record is {@link MissingState}. Such a record changes only the count of records that
 * were seen. The class never guesses.
 *
 * <p>{@link StreamLimits} limit the state. Not thread-safe.
 */
public final class DecoderStreams {
    private final ValueFactory values;
    private final Limits limits;
    private final StreamLimits streamLimits;

    /** In order of use, the stream used longest ago first. */
    private final Map<Name, DecoderStream> streams = new LinkedHashMap<>(16, 0.75f, true);

    /** Sum of {@link DecoderStream#weight} over the streams. */
    private long bytes;

    /** The stream used last, which most often is the next one too; null if it is not known. */
    private @Nullable Name lastName;

    private @Nullable DecoderStream lastStream;

    record Name(String topic, ElementKind kind, long stream) {
        boolean is(String otherTopic, JellyHeader header) {
            return stream == header.stream() && kind == header.kind() && topic.equals(otherTopic);
        }
    }

    /** Streams without state. The values are lazy ({@link LightValueFactory#getInstance}). */
    public DecoderStreams(Limits limits, StreamLimits streamLimits) {
        this(LightValueFactory.getInstance(), limits, streamLimits);
    }

    /**
     * Streams without state, with a factory for terms.
     *
     * @param values makes the terms, as for {@link dev.velella.jelly.JellyGraphDecoder}
     */
    public DecoderStreams(ValueFactory values, Limits limits, StreamLimits streamLimits) {
        this.values = values;
        this.limits = limits;
        this.streamLimits = streamLimits;
    }

    /**
     * Decodes the next record of a stream.
     *
     * @param topic of the record; streams of different topics are independent
     * @param value the record's value, which must not be changed afterwards
     * @throws MalformedJellyException if the state is there and the bytes are not a frame that fits it, or are above
     *     the limits; nothing has changed
     */
    public FrameResult decode(String topic, JellyHeader header, byte[] value) {
        DecoderStream stream = find(topic, header);
        if (stream == null) {
            if (!header.isKeyFrame()) {
                return DecoderStream.missing(header, FrameResult.Reason.NO_STATE, -1);
            }
            stream = new DecoderStream(header.kind(), values, limits);
            FrameResult first = stream.decode(header, value);
            streams.put(new Name(topic, header.kind(), header.stream()), stream);
            bytes += stream.weight();
            trim();
            return first;
        }
        long before = stream.weight();
        FrameResult result = stream.decode(header, value);
        bytes += stream.weight() - before;
        trim();
        return result;
    }

    /** Finds a stream, and makes it the stream used last. */
    private @Nullable DecoderStream find(String topic, JellyHeader header) {
        Name last = lastName;
        if (last != null && last.is(topic, header)) {
            return lastStream;
        }
        Name name = new Name(topic, header.kind(), header.stream());
        DecoderStream stream = streams.get(name);
        lastName = stream == null ? null : name;
        lastStream = stream;
        return stream;
    }

    /** Replaces the state of a stream by a state that another reader has built. */
    void install(String topic, long stream, DecoderStream state) {
        DecoderStream before = streams.put(new Name(topic, state.kind(), stream), state);
        lastName = null;
        lastStream = null;
        bytes += state.weight() - (before == null ? 0 : before.weight());
        trim();
    }

    /** A new stream without state, with the settings of these streams. It is not one of them. */
    DecoderStream newStream(ElementKind kind) {
        return new DecoderStream(kind, values, limits);
    }

    /** Forgets every stream. */
    public void clear() {
        streams.clear();
        lastName = null;
        lastStream = null;
        bytes = 0;
    }

    /** Number of streams of which state is kept. */
    public int size() {
        return streams.size();
    }

    /** Estimated memory of the state, in bytes. */
    public long bytes() {
        return bytes;
    }

    private void trim() {
        if (!isTooMuch()) {
            return;
        }
        Iterator<DecoderStream> oldest = streams.values().iterator();
        while (isTooMuch()) {
            bytes -= oldest.next().weight();
            oldest.remove();
        }
    }

    private boolean isTooMuch() {
        return streams.size() > 1 && (streams.size() > streamLimits.streams() || bytes > streamLimits.bytes());
    }
}
