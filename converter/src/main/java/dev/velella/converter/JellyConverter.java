package dev.velella.converter;

import dev.velella.jelly.JellyFrames;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyPatchDecoder;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.JellyPatchOptions;
import dev.velella.jelly.MalformedJellyException;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.RecordHeaderReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.storage.Converter;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Connect converter between graphs or patches ({@link RdfStructs}) and Jelly frames, for record values.
 *
 * <p>Every record is self-contained: a whole Jelly stream in one bare frame. The header {@code content-type} says which
 * of the two formats it is; without the header the frame itself tells. Null is a tombstone and passes.
 *
 * <p>Methods may be called from several threads; they exclude each other.
 */
public final class JellyConverter implements Converter, Versioned {
    /** Header of records that continue the codec state of earlier records. */
    private static final String STATEFUL_HEADER = "jelly";

    private @Nullable Codecs codecs;

    /** Made once by {@link #configure}; encoders and decoders keep no state from one record to the next. */
    private record Codecs(
            JellyGraphEncoder graphEncoder,
            JellyGraphDecoder graphDecoder,
            JellyPatchEncoder patchEncoder,
            JellyPatchDecoder patchDecoder) {}

    @Override
    public String version() {
        return VelellaVersion.get();
    }

    @Override
    public ConfigDef config() {
        return JellyConverterConfig.definition();
    }

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        if (isKey) {
            throw new ConfigException(
                    "key.converter",
                    JellyConverter.class.getName(),
                    "keys are text: use org.apache.kafka.connect.storage.StringConverter");
        }
        JellyConverterConfig config = new JellyConverterConfig(configs);
        SimpleValueFactory values = SimpleValueFactory.getInstance();
        codecs = new Codecs(
                new JellyGraphEncoder(config.options(), config.limits()),
                new JellyGraphDecoder(values, config.limits()),
                new JellyPatchEncoder(
                        JellyPatchOptions.frame(
                                config.options().sizes(), config.options().rdfStar()),
                        config.limits()),
                new JellyPatchDecoder(values, config.limits()));
    }

    @Override
    public byte @Nullable [] fromConnectData(String topic, @Nullable Schema schema, @Nullable Object value) {
        return encode(topic, null, value);
    }

    @Override
    public byte @Nullable [] fromConnectData(
            String topic, Headers headers, @Nullable Schema schema, @Nullable Object value) {
        return encode(topic, headers, value);
    }

    @Override
    public SchemaAndValue toConnectData(String topic, byte @Nullable [] value) {
        return decode(topic, null, value);
    }

    @Override
    public SchemaAndValue toConnectData(String topic, Headers headers, byte @Nullable [] value) {
        return decode(topic, headers, value);
    }

    private synchronized byte @Nullable [] encode(String topic, @Nullable Headers headers, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        try {
            byte[] frame;
            String contentType;
            if (RdfStructs.isGraph(value)) {
                frame = codecs().graphEncoder().encode(RdfStructs.toGraph(value));
                contentType = RecordHeaderNames.JELLY_RDF;
            } else if (RdfStructs.isPatch(value)) {
                frame = codecs().patchEncoder().encode(RdfStructs.toPatch(value));
                contentType = RecordHeaderNames.JELLY_PATCH;
            } else {
                throw new DataException("topic " + topic + ": JellyConverter writes graphs and patches (structs "
                        + RdfStructs.GRAPH_SCHEMA.name() + ", " + RdfStructs.PATCH_SCHEMA.name() + "), not "
                        + value.getClass().getName());
            }
            if (headers != null) {
                // A record may be converted again after a retriable failure, with the headers of the first time.
                headers.remove(RecordHeaderNames.CONTENT_TYPE);
                headers.add(RecordHeaderNames.CONTENT_TYPE, contentType.getBytes(StandardCharsets.US_ASCII));
            }
            return frame;
        } catch (MalformedJellyException e) {
            throw new DataException("topic " + topic + ": cannot be written as Jelly: " + e.getMessage(), e);
        }
    }

    private synchronized SchemaAndValue decode(String topic, @Nullable Headers headers, byte @Nullable [] value) {
        if (value == null) {
            return SchemaAndValue.NULL;
        }
        try {
            return switch (kind(topic, headers, value)) {
                case RDF ->
                    new SchemaAndValue(
                            RdfStructs.GRAPH_SCHEMA,
                            RdfStructs.ofGraph(codecs().graphDecoder().decode(value)));
                case PATCH ->
                    new SchemaAndValue(
                            RdfStructs.PATCH_SCHEMA,
                            RdfStructs.ofPatch(codecs().patchDecoder().decode(value)));
            };
        } catch (MalformedJellyException e) {
            throw new DataException("topic " + topic + ": not a self-contained Jelly frame: " + e.getMessage(), e);
        }
    }

    /** Graph or patch: by header if there is one, else by the options row; never by trying. */
    private static JellyFrames.Kind kind(String topic, @Nullable Headers headers, byte[] value) {
        if (headers != null) {
            if (headers.lastHeader(STATEFUL_HEADER) != null) {
                throw new DataException("topic " + topic + ": the record continues earlier records (header "
                        + STATEFUL_HEADER + "); this version reads self-contained records only");
            }
            String type = RecordHeaderReader.mediaType(headers);
            if (RecordHeaderNames.JELLY_RDF.equals(type)) {
                return JellyFrames.Kind.RDF;
            } else if (RecordHeaderNames.JELLY_PATCH.equals(type)) {
                return JellyFrames.Kind.PATCH;
            } else if (type != null) {
                throw new DataException("topic " + topic + ": content-type " + type + " is not Jelly ("
                        + RecordHeaderNames.JELLY_RDF + " or " + RecordHeaderNames.JELLY_PATCH + ")");
            }
        }
        return JellyFrames.kindOf(value);
    }

    private Codecs codecs() {
        if (codecs == null) {
            throw new IllegalStateException("JellyConverter is not configured");
        }
        return codecs;
    }

    /** Nothing to release; may be called before {@link #configure}. */
    @Override
    public void close() {}
}
