package dev.velella.quickstart;

import dev.velella.jelly.format.Limits;
import dev.velella.keyframe.FrameResult;
import dev.velella.keyframe.StreamLimits;
import dev.velella.rdf.StreamElement;
import dev.velella.record.RecordDecoder;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Decodes the records of a topic. Each partition must be read from its beginning and in order. Not thread-safe. */
public final class RecordValues {
    private final RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null);

    /**
     * The element of a record. The value of the record must not be null.
     *
     * @throws IllegalStateException if the record holds another kind of element, or earlier records are missing
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
