package dev.velella.serde;

import dev.velella.jelly.JellyFrames.Kind;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.keyframe.FrameResult;
import dev.velella.record.MissingStateException;
import dev.velella.record.RecordDecoder;
import dev.velella.record.UnreadableRecordException;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Reads record values of one kind, self-contained, or stateful by the state that it has.
 *
 * <p>Methods may be called from several threads; they exclude each other.
 */
final class RecordReader {
    private final Kind kind;
    private @Nullable RecordDecoder decoder;

    RecordReader(Kind kind) {
        this.kind = kind;
    }

    /** @throws ConfigException if an option has a wrong value, or keys are to be read */
    synchronized void configure(Map<String, ?> properties, boolean isKey) {
        refuseKeys(isKey);
        JellySerdeConfig config = new JellySerdeConfig(properties);
        decoder = new RecordDecoder(config.limits(), config.streamLimits(), null);
    }

    static void refuseKeys(boolean isKey) {
        if (isKey) {
            throw new ConfigException("graphs and patches are values, not keys: keys are text"
                    + " (org.apache.kafka.common.serialization.StringSerializer)");
        }
    }

    /** A graph or patch, as the kind says. */
    FrameResult.Decoded read(String topic, byte[] value) {
        return read(topic, new RecordHeaders(), value);
    }

    /**
     * A graph or patch, as the kind says.
     *
     * @throws MissingStateException if earlier records are needed that were not read
     * @throws SerializationException if the record is none of the kind
     */
    synchronized FrameResult.Decoded read(String topic, Headers headers, byte[] value) {
        try {
            Kind found = RecordDecoder.kindOf(headers, value);
            if (found != kind) {
                throw new SerializationException("topic " + topic + ": the record holds a " + name(found) + " where a "
                        + name(kind) + " is expected: use the deserializer of " + name(found) + "s");
            }
            FrameResult result = decoder().decode(topic, headers, value);
            if (result instanceof FrameResult.MissingState missing) {
                throw new MissingStateException("topic " + topic, missing);
            }
            return (FrameResult.Decoded) result;
        } catch (MalformedJellyException e) {
            throw new SerializationException("topic " + topic + ": not a Jelly frame: " + e.getMessage(), e);
        } catch (UnreadableRecordException e) {
            throw new SerializationException("topic " + topic + ": " + e.getMessage(), e);
        }
    }

    private RecordDecoder decoder() {
        RecordDecoder made = decoder;
        if (made == null) {
            JellySerdeConfig config = new JellySerdeConfig(Map.of());
            made = new RecordDecoder(config.limits(), config.streamLimits(), null);
            decoder = made;
        }
        return made;
    }

    private static String name(Kind kind) {
        return kind == Kind.RDF ? "graph" : "patch";
    }
}
