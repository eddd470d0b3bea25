package dev.velella.quickstart;

import dev.velella.jelly.format.Limits;
import dev.velella.keyframe.FrameResult;
import dev.velella.keyframe.StreamLimits;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.RecordDecoder;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Decodes the records of a topic that is read from its beginning, all partitions in order. Not thread-safe.
 */
public final class RecordValues {
    private final RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null);

    /**
     * The graph of a record, whose value is not null.
     *
     * @throws IllegalStateException if it holds no graph, or records before it are missing
     * @throws dev.velella.jelly.format.MalformedJellyException if the value is not a Jelly frame
     */
    public RdfGraph graph(ConsumerRecord<?, byte[]> record) {
        FrameResult result = decoder.decode(record);
        if (result instanceof FrameResult.Graph found) {
            return found.graph();
        }
        throw unfit(record, result, "a graph");
    }

    /** The patch of a record; otherwise as {@link #graph}. */
    public RdfPatch patch(ConsumerRecord<?, byte[]> record) {
        FrameResult result = decoder.decode(record);
        if (result instanceof FrameResult.Patch found) {
            return found.patch();
        }
        throw unfit(record, result, "a patch");
    }

    private static IllegalStateException unfit(ConsumerRecord<?, byte[]> record, FrameResult result, String wanted) {
        String why = result instanceof FrameResult.MissingState missing ? missing.message() : "is not " + wanted;
        return new IllegalStateException(
                record.topic() + "-" + record.partition() + "@" + record.offset() + ": " + why);
    }
}
