package dev.velella.record;

import dev.velella.keyframe.EncodedFrame;
import dev.velella.keyframe.EncoderSettings;
import dev.velella.keyframe.LossReports;
import dev.velella.keyframe.PartitionStamp;
import dev.velella.keyframe.SelfContainedEncoder;
import dev.velella.keyframe.StampedEncoders;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.StreamElement;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Writes elements as values and headers of records. A record is stateful if a stamp tells its place, else
 * self-contained. Not thread-safe.
 */
public final class RecordEncoder {
    private static final byte[] JELLY_RDF = RecordHeaderNames.JELLY_RDF.getBytes(StandardCharsets.US_ASCII);
    private static final byte[] JELLY_PATCH = RecordHeaderNames.JELLY_PATCH.getBytes(StandardCharsets.US_ASCII);

    private final SelfContainedEncoder selfContained;
    private final StampedEncoders stamped;

    /**
     * An encoder that {@link LossReports#shared} tells of lost records.
     *
     * @param maxPartitions number of partitions whose state is kept, at least 1
     */
    public RecordEncoder(EncoderSettings settings, int maxPartitions) {
        selfContained = new SelfContainedEncoder(settings);
        stamped = new StampedEncoders(settings, maxPartitions, LossReports.shared());
    }

    /**
     * Writes the frame of an element. If stamp and element are the same as in the last record, it returns the same
     * frame again.
     *
     * @param stamp null if the record is to be self-contained
     * @throws dev.velella.jelly.format.MalformedJellyException if options or limits cannot carry the element; the next
     *     record of the partition begins a new stream
     */
    public EncodedFrame encode(String topic, @Nullable PartitionStamp stamp, StreamElement element) {
        return stamp == null ? selfContained.encode(element) : stamped.encode(topic, stamp, element);
    }

    private static byte[] mediaType(ElementKind kind) {
        return switch (kind) {
            case GRAPH -> JELLY_RDF;
            case PATCH -> JELLY_PATCH;
        };
    }

    /** Adds the headers that belong to a frame: {@code content-type}, and for a stateful frame also {@code jelly}. */
    public static void addHeaders(Headers headers, EncodedFrame frame) {
        headers.add(RecordHeaderNames.CONTENT_TYPE, mediaType(frame.kind()));
        if (frame.isStateful()) {
            headers.add(RecordHeaderNames.JELLY, frame.header().toBytes());
        }
    }
}
