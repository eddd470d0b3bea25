package dev.velella.converter;

import dev.velella.converter.struct.RdfElement;
import dev.velella.document.DocumentWriter;
import dev.velella.document.format.DocumentFormat;
import dev.velella.document.format.UnwritableException;
import dev.velella.jelly.format.MalformedJellyException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Graphs and patches as sinks get them: structs of {@link dev.velella.converter.struct.RdfStructs RdfStructs}, text, or Jelly frames. Velella's sink gets structs
 * whatever the format is, as it applies nothing else from this converter. Thread-safe.
 */
final class SinkValues {
    private static final Logger LOG = LoggerFactory.getLogger(JellyConverter.class);

    private final OutputFormat format;
    private final SelfContainedFrames frames;
    private final AtomicBoolean logged = new AtomicBoolean();

    SinkValues(OutputFormat format, SelfContainedFrames frames) {
        this.format = format;
        this.frames = frames;
    }

    /** @throws DataException if the element has no spelling in the format; the message names the term */
    SchemaAndValue of(RdfElement element) {
        if (format == OutputFormat.STRUCT) {
            return element.toConnect();
        } else if (Envelopes.areTaken()) {
            if (!logged.getAndSet(true)) {
                LOG.warn(
                        "{} is for the sinks of others, and has no effect on Velella's sink: remove it from the"
                                + " configuration, or set it to struct",
                        JellyConverterConfig.OUTPUT_FORMAT_CONFIG);
            }
            return element.toConnect();
        }
        return format == OutputFormat.JELLY
                ? new SchemaAndValue(Schema.BYTES_SCHEMA, frame(element))
                : new SchemaAndValue(Schema.STRING_SCHEMA, text(element));
    }

    private byte[] frame(RdfElement element) {
        try {
            return frames.write(element);
        } catch (MalformedJellyException e) {
            throw unwritable("Jelly", e);
        }
    }

    private String text(RdfElement element) {
        if (element instanceof RdfElement.Patch patch) {
            try {
                return DocumentWriter.write(patch.patch());
            } catch (UnwritableException e) {
                throw unwritable("RDF Patch text", e);
            }
        }
        DocumentFormat graphs = Objects.requireNonNull(format.text());
        try {
            return DocumentWriter.write(graphs, ((RdfElement.Graph) element).graph());
        } catch (UnwritableException e) {
            throw unwritable(graphs.title(), e);
        }
    }

    private static DataException unwritable(String format, RuntimeException e) {
        return new DataException(
                JellyConverterConfig.OUTPUT_FORMAT_CONFIG + ": cannot be written as " + format + ": " + e.getMessage(),
                e);
    }
}
