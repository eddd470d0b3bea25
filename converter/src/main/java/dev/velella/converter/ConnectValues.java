package dev.velella.converter;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.document.DocumentBytes;
import dev.velella.document.DocumentReader;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.format.DeclaredCharset;
import dev.velella.document.format.DocumentFormat;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.StreamElement;
import dev.velella.record.RecordHeaderNames;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * Turns the Connect values of sources into graphs and patches. It takes structs of {@link RdfStructs}; and, if
 * {@code rdf.input.format} allows them, documents as text or bytes. Any other value is a DataException, whose message
 * does not name the topic. Thread-safe.
 */
final class ConnectValues {
    private final InputFormat input;
    private final DocumentReader documents;

    ConnectValues(InputFormat input, Limits limits) {
        this.input = input;
        documents = new DocumentReader(limits);
    }

    /** @param headers of the record: they may say what the value is */
    StreamElement element(Object value, InputHeaders.Taken headers) {
        if (RdfStructs.kindOf(value) != null) {
            return RdfStructs.toElement(value);
        }
        byte[] bytes = bytes(value);
        if (bytes == null) {
            throw new DataException("JellyConverter writes graphs and patches (structs "
                    + RdfStructs.GRAPH_SCHEMA.name() + ", " + RdfStructs.PATCH_SCHEMA.name() + "), not "
                    + describe(value));
        } else if (!input.accepted()) {
            throw new DataException("JellyConverter writes graphs and patches, not " + describe(value)
                    + "; if the value is a document of RDF, set " + JellyConverterConfig.INPUT_FORMAT.name());
        }
        DocumentFormat format = format(headers.mediaType());
        boolean isByHeader = input.format() == null && !(value instanceof String);
        String contradiction = isByHeader ? DeclaredCharset.contradiction(headers.contentType(), bytes) : null;
        if (contradiction != null) {
            throw new DataException(contradiction);
        }
        return read(format, bytes);
    }

    /** Reads a document. */
    StreamElement read(DocumentFormat format, byte[] document) {
        try {
            return documents.read(format, document);
        } catch (MalformedDocumentException e) {
            throw new DataException("not a document of " + format.mediaType() + ": " + e.getMessage(), e);
        }
    }

    private DocumentFormat format(@Nullable String mediaType) {
        DocumentFormat format = input.format();
        if (format != null) {
            return format;
        } else if (mediaType == null) {
            throw new DataException("the record has no header " + RecordHeaderNames.CONTENT_TYPE
                    + " that says what its value is; set " + JellyConverterConfig.INPUT_FORMAT.name()
                    + " to the format, or let the source write the header");
        }
        return DocumentFormat.ofMediaType(mediaType)
                .orElseThrow(() -> new DataException(RecordHeaderNames.CONTENT_TYPE + " " + mediaType
                        + " is none of those that can be read: " + DocumentFormat.knownMediaTypes()));
    }

    private static byte @Nullable [] bytes(Object value) {
        try {
            return DocumentBytes.of(value);
        } catch (MalformedDocumentException e) {
            throw new DataException(e.getMessage(), e);
        }
    }

    private static String describe(Object value) {
        return value instanceof Struct struct
                ? "struct " + struct.schema().name()
                : value.getClass().getName();
    }
}
