package dev.velella.quickstart;

import dev.velella.jelly.format.Limits;
import dev.velella.keyframe.FrameResult;
import dev.velella.keyframe.StreamLimits;
import dev.velella.rdf.StreamElement;
import dev.velella.record.RecordDecoder;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Decodes the records of a topic that is read from its beginning, all partitions in order. Not thread-safe.
 */
public final class RecordValues {
    private final RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null);

    /**
     * The element of a record, whose value is not null.
     *
     * @throws IllegalStateException if it holds another kind of element, or records before it are missing
     * @throws dev.velella.jelly.format.MalformedJellyException if the value is not a Jelly frame
     */
    public <E extends StreamElement> E read(ConsumerRecord<?, byte[]> record, Class<E> type) {
        FrameResult result = decoder.decode(record);
        if (result instanceof FrameResult.Decoded decoded && type.isInstance(decoded.element())) {
            return type.cast(decoded.element());
        }
        String why = result instanceof FrameResult.MissingState missing
                ? missing.message()
                : "is not of type " + type.getSimpleName();
        throw new IllegalStateException(record.topic() + "-" + record.partition() + "@" + record.offset() + ": " + why);
    }
}
