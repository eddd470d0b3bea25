package dev.velella.record;

import dev.velella.frame.FrameResult;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.keyframe.DecoderStreams;
import dev.velella.keyframe.JellyHeader;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Decodes stateful records (version 1), which have a header {@code jelly}. Holds the state of the streams that were read,
 * within {@link StreamLimits}. A record that cannot be decoded changes nothing. Not thread-safe.
 */
public final class StatefulRecords {
    private final DecoderStreams streams;
    private @Nullable LookBackResult lastLookBack;

    /** Streams without state. */
    public StatefulRecords(ValueFactory values, Limits limits, StreamLimits streamLimits) {
        streams = new DecoderStreams(values, limits, streamLimits);
    }

    /**
     * Decodes a record, whose header says that it is stateful.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException if the state is there, and the bytes are not a frame that
     *     fits it, or are above the limits
     * @throws UnreadableRecordException if the header is malformed
     */
    public FrameResult decode(String topic, Headers headers, byte[] value) {
        lastLookBack = null;
        return streams.decode(topic, header(headers), value);
    }

    /**
     * Decodes a record, like {@link #decode(String, Headers, byte[])}. If its state is missing, a look-back tries to
     * restore it.
     */
    public FrameResult decode(
            String topic, Headers headers, byte[] value, LookBack lookBack, int partition, long offset) {
        FrameResult result = decode(topic, headers, value);
        if (result instanceof FrameResult.MissingState) {
            JellyHeader header = header(headers);
            LookBackResult found = lookBack.lookBack(streams, topic, partition, offset, header);
            lastLookBack = found;
            if (found.isRestored()) {
                result = streams.decode(topic, header, value);
            }
        }
        return result;
    }

    private static JellyHeader header(Headers headers) {
        return Objects.requireNonNull(RecordHeaderReader.jelly(headers), "the record is not stateful");
    }

    /** The result of the look-back for the last record; null if there was none. */
    @Nullable
    public LookBackResult lastLookBack() {
        return lastLookBack;
    }

    /** Number of streams of which state is kept. */
    public int size() {
        return streams.size();
    }

    /** Estimated memory of the state, in bytes. */
    public long bytes() {
        return streams.bytes();
    }

    /** Forgets the state of every stream. */
    public void clear() {
        streams.clear();
    }
}
