package dev.velella.serde;

import dev.velella.dictionary.DictionaryUnavailableException;
import dev.velella.frame.FrameResult;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.kit.options.Spelling;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.StreamElement;
import dev.velella.record.MissingStateException;
import dev.velella.record.RecordDecoder;
import dev.velella.record.UnreadableRecordException;
import dev.velella.record.dictionary.TopicDictionarySource;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads elements from Jelly frames, with the options of {@link JellySerdeConfig}. Before {@link #configure} the options
 * have their defaults. Null is a tombstone and stays null.
 *
 * <p>A self-contained record can be read wherever it stands. A stateful record (header {@code jelly}) needs the state
 * of the records before it in its stream. The deserializer keeps that state. The state is missing if reading began in
 * the middle, if the consumer was rewound, or if a record is lost. Then the deserializer throws
 * {@link MissingStateException}, and its own state is as before.
 *
 * <p>A deserializer cannot read missing records itself, because it gets neither partition nor offset. There are two
 * solutions:
 *
 * <ul>
 * <li>The consumer begins at the beginning of its partitions.
 * <li>The program reads bytes, and decodes them by {@link dev.velella.record.RecordDecoder} with
 *     {@link dev.velella.record.LookBack}. This also suits Kafka Streams.
 * </ul>
 *
 * <p>A record that builds on a dictionary needs no other record. The deserializer reads dictionaries from the topic
 * {@code jelly.dictionaries.topic}, with a consumer of its own that has the same configuration.
 *
 * <p>State stores call the method without headers, which reads self-contained values only. Methods may be called from
 * several threads; they exclude each other.
 *
 * @param <E> kind of element
 */
public abstract sealed class JellyDeserializer<E extends StreamElement> implements Deserializer<E>
        permits JellyGraphDeserializer, JellyPatchDeserializer {
    private final ElementKind kind;
    private final Class<E> type;
    private @Nullable RecordDecoder decoder;

    /** Null if the options tell no cluster. */
    private @Nullable TopicDictionarySource dictionaries;

    JellyDeserializer(ElementKind kind, Class<E> type) {
        this.kind = kind;
        this.type = type;
    }

    /**
     * Takes the options.
     *
     * @param configs may hold options of other parts
     * @param isKey must be false
     * @throws ConfigException if an option has a wrong value, or the deserializer is configured for keys
     */
    @Override
    public synchronized void configure(Map<String, ?> configs, boolean isKey) {
        decoder = decoder(JellySerdeConfig.ofValues(configs, isKey));
    }

    private RecordDecoder decoder(JellySerdeConfig config) {
        close();
        if (config.hasCluster()) {
            dictionaries = new TopicDictionarySource(config.originals(), config.dictionariesTopic());
        }
        return new RecordDecoder(config.limits(), config.streamLimits(), null, dictionaries);
    }

    /** Closes the consumer that reads dictionaries. */
    @Override
    public synchronized void close() {
        if (dictionaries != null) {
            dictionaries.close();
            dictionaries = null;
        }
    }

    /**
     * Reads a self-contained value.
     *
     * @throws SerializationException if the value is not a Jelly frame, is above the limits, or holds another kind of
     *     element
     */
    @Override
    public @Nullable E deserialize(String topic, byte @Nullable [] value) {
        return deserialize(topic, new RecordHeaders(), value);
    }

    /**
     * Reads a value.
     *
     * @throws MissingStateException if the record continues records that were not read
     * @throws SerializationException if the value is not a Jelly frame, is above the limits, or holds another kind of
     *     element
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
        } catch (UnreadableRecordException | DictionaryUnavailableException e) {
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
