package dev.velella.quickstart;

import dev.velella.frame.FrameResult;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.StreamElement;
import dev.velella.record.RecordDecoder;
import dev.velella.record.dictionary.DictionaryOptions;
import dev.velella.record.dictionary.TopicDictionarySource;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Decodes the records of a topic. Each partition must be read from its beginning and in order. Not thread-safe. */
public final class RecordValues implements AutoCloseable {
    private final @Nullable TopicDictionarySource dictionaries;
    private final RecordDecoder decoder;

    /** For records that build on no dictionaries. */
    public RecordValues() {
        dictionaries = null;
        decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null);
    }

    /** For all records. The dictionaries are read from the cluster. */
    public RecordValues(String bootstrapServers) {
        dictionaries = new TopicDictionarySource(
                Map.of("bootstrap.servers", bootstrapServers), DictionaryOptions.DEFAULT_TOPIC);
        decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null, dictionaries);
    }

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

    @Override
    public void close() {
        if (dictionaries != null) {
            dictionaries.close();
        }
    }
}
