package dev.velella.sink;

import dev.velella.converter.RdfStructs;
import dev.velella.converter.UndecodedFrame;
import dev.velella.jelly.Limits;
import dev.velella.jelly.MalformedJellyException;
import dev.velella.keyframe.FrameResult;
import dev.velella.keyframe.FrameResult.MissingState;
import dev.velella.keyframe.StreamLimits;
import dev.velella.record.RecordDecoder;
import dev.velella.record.UnreadableRecordException;
import dev.velella.sink.store.PatchRefusedException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/**
 * Values of records as {@link dev.velella.converter.JellyConverter} gives them; a value that came as bytes, because
 * ByteArrayConverter is set, is decoded here. Every record is to be asked for once, in order, because one builds on
 * another. Not thread-safe.
 */
final class RecordValues {
    private final RecordDecoder decoder;

    /** @param maxStreams most streams whose state is kept */
    RecordValues(int maxStreams) {
        decoder = new RecordDecoder(Limits.DEFAULT, new StreamLimits(maxStreams, StreamLimits.DEFAULT.bytes()), null);
    }

    /**
     * The record's value: a patch, a graph, what stands for a record without codec state, or anything else that is not
     * bytes.
     *
     * @throws PatchRefusedException if it is bytes that are not Jelly
     */
    @Nullable
    Object of(SinkRecord record) {
        if (!(record.value() instanceof byte[] frame)) {
            return record.value();
        }
        try {
            FrameResult result = decoder.decode(record.originalTopic(), headers(record), frame);
            if (result instanceof MissingState missing) {
                return UndecodedFrame.struct(missing, frame);
            }
            return result instanceof FrameResult.Patch patch
                    ? RdfStructs.ofPatch(patch.patch())
                    : RdfStructs.ofGraph(((FrameResult.Graph) result).graph());
        } catch (MalformedJellyException | UnreadableRecordException e) {
            throw new PatchRefusedException("the value is not a Jelly frame: " + e.getMessage());
        }
    }

    /** The headers as they were in Kafka, as far as the header converter let them be. */
    private static Headers headers(SinkRecord record) {
        RecordHeaders headers = new RecordHeaders();
        for (Header header : record.headers()) {
            if (header.value() instanceof byte[] bytes) {
                headers.add(header.key(), bytes);
            } else if (header.value() instanceof String text) {
                headers.add(header.key(), text.getBytes(StandardCharsets.UTF_8));
            }
        }
        return headers;
    }
}
