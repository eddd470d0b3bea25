package dev.velella.record;

import dev.velella.jelly.JellyFrames;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyPatchDecoder;
import dev.velella.jelly.LightValueFactory;
import dev.velella.jelly.Limits;
import dev.velella.keyframe.DecoderStreams;
import dev.velella.keyframe.FrameResult;
import dev.velella.keyframe.FrameResult.Continuity;
import dev.velella.keyframe.JellyHeader;
import dev.velella.keyframe.StreamLimits;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Decodes record values, self-contained and stateful, and restores missing state by {@link LookBack} where it has one.
 *
 * <p>With a header {@code jelly} the record is stateful. Without, it is a whole Jelly stream: graph or patch by the header
 * {@code content-type}, else by its options row. Not thread-safe.
 */
public final class RecordDecoder {
    private final DecoderStreams streams;
    private final JellyGraphDecoder graphs;
    private final JellyPatchDecoder patches;
    private final @Nullable LookBack lookBack;

    /** @param lookBack reads missing state; null where there is none. It stays the caller's to close */
    public RecordDecoder(Limits limits, StreamLimits streamLimits, @Nullable LookBack lookBack) {
        streams = new DecoderStreams(limits, streamLimits);
        graphs = new JellyGraphDecoder(LightValueFactory.getInstance(), limits);
        patches = new JellyPatchDecoder(LightValueFactory.getInstance(), limits);
        this.lookBack = lookBack;
    }

    /** Decodes a record; as {@link #decode(String, int, long, Headers, byte[])}. The value must not be null. */
    public FrameResult decode(ConsumerRecord<?, byte[]> record) {
        return decode(record.topic(), record.partition(), record.offset(), record.headers(), record.value());
    }

    /**
     * Decodes a record, with look-back where its state is missing.
     *
     * @throws dev.velella.jelly.MalformedJellyException if the bytes are not a Jelly frame or are above the limits
     * @throws UnreadableRecordException if its headers say something else than Jelly, or are malformed
     */
    public FrameResult decode(String topic, int partition, long offset, Headers headers, byte[] value) {
        JellyHeader header = RecordHeaderReader.jelly(headers);
        if (header == null) {
            return selfContained(headers, value);
        }
        FrameResult result = streams.decode(topic, header, value);
        if (result instanceof FrameResult.MissingState
                && lookBack != null
                && lookBack.restore(streams, topic, partition, offset, header)) {
            return streams.decode(topic, header, value);
        }
        return result;
    }

    /** Decodes a record whose place is not known, so without look-back; otherwise as the other. */
    public FrameResult decode(String topic, Headers headers, byte[] value) {
        JellyHeader header = RecordHeaderReader.jelly(headers);
        return header == null ? selfContained(headers, value) : streams.decode(topic, header, value);
    }

    private FrameResult selfContained(Headers headers, byte[] value) {
        return kind(headers, value) == JellyFrames.Kind.RDF
                ? new FrameResult.Graph(graphs.decode(value), Continuity.SELF_CONTAINED)
                : new FrameResult.Patch(patches.decode(value), Continuity.SELF_CONTAINED);
    }

    private static JellyFrames.Kind kind(Headers headers, byte[] value) {
        String type = RecordHeaderReader.mediaType(headers);
        if (type == null) {
            return JellyFrames.kindOf(value);
        }
        return switch (type) {
            case RecordHeaderNames.JELLY_RDF -> JellyFrames.Kind.RDF;
            case RecordHeaderNames.JELLY_PATCH -> JellyFrames.Kind.PATCH;
            default ->
                throw new UnreadableRecordException("content-type " + type + " is not Jelly ("
                        + RecordHeaderNames.JELLY_RDF + " or " + RecordHeaderNames.JELLY_PATCH + ")");
        };
    }

    /** Forgets the state of every stream. */
    public void reset() {
        streams.clear();
    }
}
