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
 * Connect converter for record values, between graphs or patches
 * ({@link dev.velella.converter.struct.RdfStructs RdfStructs}) and Jelly frames. Null is a tombstone and stays null.
 *
 * <p>Writing: a record builds on a <em>dictionary</em> if the converter reaches a cluster. The converter's options
 * {@code kafka.*} tell how to reach it, or the options {@code kafka.*} of Velella's source do. Without a cluster, a record
 * is <em>stateful</em> if its source has stamped it ({@link dev.velella.frame.PartitionStamp}); any other record is
 * <em>self-contained</em>. Option {@code jelly.mode} can
 * decide otherwise. With dictionaries the converter sets the header {@code velella}. Otherwise it sets the header
 * {@code content-type}, which tells graphs from patches, and in a stateful record the header {@code jelly}, which tells
 * the record's place in its stream. It replaces headers that came under these names, and removes the stamp.
 * If Connect could not send a record and converts it again, the record gets the same bytes. {@link RawBytes} are
 * written unchanged.
 *
 * <p>Reading: a record with the header {@code jelly} is decoded with the state of the records before it. If that state
 * is missing, the converter reads the partition back, provided that {@link JellyLookBack} has told it the record's
 * place. If this is not possible or does not help, {@code jelly.on.missing.state} decides. A record without the header
 * {@code jelly} is a self-contained frame, or a document in another RDF format that {@code content-type} names. If a
 * record has neither header, the frame itself tells whether it is a graph or a patch. The converter never guesses.
 * Sinks that are not Velella's get structs, text or frames ({@code rdf.output.format}); the headers stay as they are in
 * the topic.
 *
 * <p>Calls without headers are self-contained, keep no state, and may come from any thread. Calls with headers exclude
 * each other. A value that cannot be read or written is a DataException. It names the topic and, if they are known, the
 * partition and offset. After the exception the converter's state is as before.
 */
public class JellyConverter implements Converter, Versioned {
    private final ConverterCounts counts = new ConverterCounts();
    private volatile @Nullable RecordWriter writer;
    private volatile @Nullable RecordReader reader;

    /** A converter without options. The worker makes many of them, only to ask for their definitions of options. */
    public JellyConverter() {}

    /** The counts of this converter's work. */
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
     * @throws ConfigException if an option is wrong, or the converter is configured for keys
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

    /**
     * Drops the state, and closes the consumers of look-back. May be called before {@link #configure}, and more than
     * once.
     */
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
