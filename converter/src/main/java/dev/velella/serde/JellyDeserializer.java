package dev.velella.serde;

import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.keyframe.FrameResult;
import dev.velella.options.Spelling;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.StreamElement;
import dev.velella.record.MissingStateException;
import dev.velella.record.RecordDecoder;
import dev.velella.record.UnreadableRecordException;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads elements from Jelly frames, with the options of {@link JellySerdeConfig}; those of its definition where {@link
 * #configure} was not called. Null is a tombstone and passes.
 *
 * <p>Self-contained records are read wherever they stand. A stateful one (header {@code jelly}) is read by the state that
 * the records before it in its stream have left here; where that is missing, because reading began in the middle, was
 * rewound, or a record is lost, {@link MissingStateException} is thrown and nothing has changed. A deserializer is told
 * neither partition nor offset, so it cannot read what it lacks. The consumer can, with {@link
 * dev.velella.record.KeyFrameSeek}; or read bytes and decode them by {@link dev.velella.record.RecordDecoder} with {@link
 * dev.velella.record.LookBack}, which suits Kafka Streams too.
 *
 * <p>Calls without headers, as state stores make them, read self-contained values only. Methods may be called from several
 * threads; they exclude each other.
 *
 * @param <E> what it reads
 */
public abstract sealed class JellyDeserializer<E extends StreamElement> implements Deserializer<E>
        permits JellyGraphDeserializer, JellyPatchDeserializer {
    private final ElementKind kind;
    private final Class<E> type;
    private @Nullable RecordDecoder decoder;

    JellyDeserializer(ElementKind kind, Class<E> type) {
        this.kind = kind;
        this.type = type;
    }

    /**
     * Takes the options.
     *
     * @param configs may hold options of other parts
     * @param isKey must be false
     * @throws ConfigException if an option has a wrong value, or keys are to be read
     */
    @Override
    public synchronized void configure(Map<String, ?> configs, boolean isKey) {
        decoder = decoder(JellySerdeConfig.ofValues(configs, isKey));
    }

    private static RecordDecoder decoder(JellySerdeConfig config) {
        return new RecordDecoder(config.limits(), config.streamLimits(), null);
    }

    /**
     * Reads a self-contained value.
     *
     * @throws SerializationException if it is not a Jelly frame, is above the limits, or holds another kind of element
     */
    @Override
    public @Nullable E deserialize(String topic, byte @Nullable [] value) {
        return deserialize(topic, new RecordHeaders(), value);
    }

    /**
     * Reads a value.
     *
     * @throws MissingStateException if the record continues records that were not read
     * @throws SerializationException if it is not a Jelly frame, is above the limits, or holds another kind of element
     */
    @Override
    public synchronized @Nullable E deserialize(String topic, Headers headers, byte @Nullable [] value) {
        if (value == null) {
            return null;
        }
        try {
            ElementKind found = RecordDecoder.kindOf(headers, value);
            if (found != kind) {
                throw new SerializationException(
                        "topic " + topic + ": the record holds a " + Spelling.of(found) + " where a "
                                + Spelling.of(kind) + " is expected: use the deserializer of "
                                + found.plural());
            }
            FrameResult result = decoder().decode(topic, headers, value);
            if (result instanceof FrameResult.MissingState missing) {
                throw new MissingStateException("topic " + topic, missing);
            }
            return type.cast(((FrameResult.Decoded) result).element());
        } catch (MalformedJellyException e) {
            throw new SerializationException("topic " + topic + ": not a Jelly frame: " + e.getMessage(), e);
        } catch (UnreadableRecordException e) {
            throw new SerializationException("topic " + topic + ": " + e.getMessage(), e);
        }
    }

    private RecordDecoder decoder() {
        RecordDecoder made = decoder;
        if (made == null) {
            made = decoder(new JellySerdeConfig(Map.of()));
            decoder = made;
        }
        return made;
    }
}
