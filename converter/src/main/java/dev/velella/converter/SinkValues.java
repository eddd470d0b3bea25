package dev.velella.converter;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.document.DocumentWriter;
import dev.velella.document.format.DocumentFormat;
import dev.velella.document.format.UnwritableException;
import dev.velella.frame.EncoderSettings;
import dev.velella.frame.SelfContainedEncoder;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.StreamElement;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns graphs and patches into the values for sinks: structs of
 * {@link dev.velella.converter.struct.RdfStructs RdfStructs}, text, or Jelly frames. Velella's sink gets structs
 * whatever the format is, because it accepts nothing else from this converter. Thread-safe.
 */
final class SinkValues {
    private static final Logger LOG = LoggerFactory.getLogger(JellyConverter.class);

    private final OutputFormat format;
    private final SelfContainedEncoder encoder;
    private final AtomicBoolean logged = new AtomicBoolean();

    SinkValues(OutputFormat format, EncoderSettings settings) {
        this.format = format;
        encoder = new SelfContainedEncoder(settings);
    }

    /** @throws DataException if the element has no spelling in the format; the message names the term */
    SchemaAndValue of(StreamElement element) {
        if (format == OutputFormat.STRUCT) {
            return struct(element);
        } else if (Envelopes.areTaken()) {
            if (!logged.getAndSet(true)) {
                LOG.warn(
                        "{} is for the sinks of others, and has no effect on Velella's sink: remove it from the"
                                + " configuration, or set it to struct",
                        JellyConverterConfig.OUTPUT_FORMAT.name());
            }
            return struct(element);
        }
        return format == OutputFormat.JELLY
                ? new SchemaAndValue(Schema.BYTES_SCHEMA, frame(element))
                : new SchemaAndValue(Schema.STRING_SCHEMA, text(element));
    }

    private static SchemaAndValue struct(StreamElement element) {
        Struct struct = RdfStructs.of(element);
        return new SchemaAndValue(struct.schema(), struct);
    }

    private byte[] frame(StreamElement element) {
        try {
            synchronized (encoder) {
                return encoder.encode(element).value();
            }
        } catch (MalformedJellyException e) {
            throw unwritable("Jelly", e);
        }
    }

    private String text(StreamElement element) {
        DocumentFormat text =
                element.kind() == ElementKind.PATCH ? DocumentFormat.RDF_PATCH : Objects.requireNonNull(format.text());
        try {
            return DocumentWriter.write(text, element);
        } catch (UnwritableException e) {
            throw unwritable(text.title(), e);
        }
    }

    private static DataException unwritable(String format, RuntimeException e) {
        return new DataException(
                JellyConverterConfig.OUTPUT_FORMAT.name() + ": cannot be written as " + format + ": " + e.getMessage(),
                e);
    }
}
