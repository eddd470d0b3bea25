package dev.velella.serde;

import dev.velella.jelly.JellyFrames.Kind;
import dev.velella.keyframe.FrameResult;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.MissingStateException;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads graphs from Jelly frames, with the options of {@link JellySerdeConfig}; those of its definition where {@link
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
 */
public final class JellyGraphDeserializer implements Deserializer<RdfGraph> {
    private final RecordReader reader = new RecordReader(Kind.RDF);

    /**
     * @param configs may hold options of other parts
     * @param isKey must be false
     * @throws ConfigException if an option has a wrong value, or keys are to be read
     */
    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        reader.configure(configs, isKey);
    }

    /**
     * Reads a self-contained value.
     *
     * @throws SerializationException if it is not a Jelly frame, is above the limits, or holds no graph
     */
    @Override
    public @Nullable RdfGraph deserialize(String topic, byte @Nullable [] value) {
        return value == null ? null : graph(reader.read(topic, value));
    }

    /**
     * Reads a value.
     *
     * @throws MissingStateException if the record continues records that were not read
     * @throws SerializationException if it is not a Jelly frame, is above the limits, or holds no graph
     */
    @Override
    public @Nullable RdfGraph deserialize(String topic, Headers headers, byte @Nullable [] value) {
        return value == null ? null : graph(reader.read(topic, headers, value));
    }

    private static RdfGraph graph(FrameResult.Decoded result) {
        return ((FrameResult.Graph) result).graph();
    }
}
