package dev.velella.converter;

import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.storage.Converter;
import org.jspecify.annotations.Nullable;

/**
 * Connect converter between graphs or patches ({@link dev.velella.converter.struct.RdfStructs RdfStructs}) and Jelly frames, for record values. Null is a
 * tombstone and passes.
 *
 * <p>Writing: a record is <em>stateful</em> where its source has stamped it
 * ({@link dev.velella.keyframe.PartitionStamp}), else <em>self-contained</em>; option {@code jelly.mode} can settle
 * it. The header {@code content-type} says which of the two formats a value is, and the header {@code jelly} the place of
 * a stateful one in its stream. Whatever came under these names is replaced; the stamp is taken away. A record that is
 * converted again, because it could not be sent, gets the same bytes. {@link RawBytes} are written as they are.
 *
 * <p>Reading: a record with the header {@code jelly} is decoded on the state of those before it. Where that is missing,
 * the converter reads back if {@link JellyLookBack} has told it the record's place; else, and where that does not help,
 * {@code jelly.on.missing.state} decides. A record without is a frame of its own, or a document in another format of RDF
 * that {@code content-type} names. Without headers the frame itself tells graph from patch. Nothing is ever guessed. Sinks
 * of others get structs, text or frames ({@code rdf.output.format}); headers stay as they are in the topic.
 *
 * <p>Calls without headers are self-contained, keep no state, and may come from any thread. Calls with headers exclude
 * each other. What cannot be read or written is a DataException that names the topic, and where it is known the partition
 * and offset; nothing has changed.
 */
public class JellyConverter implements Converter, Versioned {
    private final ConverterCounts counts = new ConverterCounts();
    private volatile @Nullable RecordWriter writer;
    private volatile @Nullable RecordReader reader;

    /** A converter without options, as the worker makes many to ask for these. */
    public JellyConverter() {}

    /** What this converter has done. */
    final ConverterCounts counts() {
        return counts;
    }

    @Override
    public String version() {
        return VelellaVersion.get();
    }

    @Override
    public ConfigDef config() {
        return JellyConverterConfig.definition();
    }

    /**
     * Takes the options.
     *
     * @throws ConfigException if one is wrong, or this is to be a converter of keys
     */
    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        if (isKey) {
            throw new ConfigException(
                    "key.converter",
                    getClass().getName(),
                    "keys are text: use org.apache.kafka.connect.storage.StringConverter");
        }
        JellyConverterConfig config = new JellyConverterConfig(configs);
        ConnectValues values = new ConnectValues(config.inputFormat(), config.limits());
        close();
        writer = new RecordWriter(config, values, counts);
        reader = new RecordReader(config, values, counts);
    }

    @Override
    public byte @Nullable [] fromConnectData(String topic, @Nullable Schema schema, @Nullable Object value) {
        byte[] raw = RawBytes.of(schema, value);
        return raw != null ? raw : writer().write(topic, value);
    }

    @Override
    public byte @Nullable [] fromConnectData(
            String topic, Headers headers, @Nullable Schema schema, @Nullable Object value) {
        byte[] raw = RawBytes.of(schema, value);
        return raw != null ? raw : writer().write(topic, headers, value);
    }

    @Override
    public SchemaAndValue toConnectData(String topic, byte @Nullable [] value) {
        return reader().read(topic, value);
    }

    @Override
    public SchemaAndValue toConnectData(String topic, Headers headers, byte @Nullable [] value) {
        return reader().read(topic, headers, value);
    }

    private RecordWriter writer() {
        RecordWriter configured = writer;
        if (configured == null) {
            throw new IllegalStateException("the converter is not configured, or it is closed");
        }
        return configured;
    }

    private RecordReader reader() {
        RecordReader configured = reader;
        if (configured == null) {
            throw new IllegalStateException("the converter is not configured, or it is closed");
        }
        return configured;
    }

    /** Gives up state and consumers of look-back. May be called before {@link #configure}, and more than once. */
    @Override
    public void close() {
        RecordReader configured = reader;
        writer = null;
        reader = null;
        if (configured != null) {
            configured.close();
        }
    }
}
