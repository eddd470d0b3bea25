package dev.velella.source.payload;

import dev.velella.document.DocumentFormat;
import dev.velella.document.DocumentReader;
import dev.velella.jelly.Limits;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.payload.PayloadException.Reason;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads payloads by their content type: the device's word, else what the options say of the topic, else of all. */
public final class PayloadReader {
    /** Media type of Jelly frames of graphs. */
    private static final String JELLY = "application/x-jelly-rdf";

    private final ContentTypes types;
    private final Limits limits;
    private final Map<String, PayloadFormat> formats = new HashMap<>();

    /**
     * A reader of RDF, and of JSON as far as the options say how.
     *
     * @param statements most statements of a payload
     * @param bytes most bytes of a payload
     * @param contexts addresses of JSON-LD contexts that may be loaded
     * @param json what is added to the formats of RDF, by media type
     */
    PayloadReader(
            ContentTypes types, int statements, int bytes, Set<String> contexts, Map<String, PayloadFormat> json) {
        this.types = types;
        limits = limits(statements, bytes);
        DocumentReader documents = new DocumentReader(limits, contexts);
        for (DocumentFormat format : DocumentFormat.values()) {
            if (!format.isPatch()) {
                formats.put(format.mediaType(), new DocumentPayload(format, documents));
            }
        }
        formats.put(JELLY, new JellyPayload(limits));
        formats.putAll(json);
    }

    /** Limits of frames and documents that hold payloads to these. */
    static Limits limits(int statements, int bytes) {
        Limits d = Limits.DEFAULT;
        int frame = Math.min(bytes, d.maxFrameBytes());
        return new Limits(
                d.maxNames(),
                d.maxPrefixes(),
                d.maxDatatypes(),
                frame,
                Math.min(statements, d.maxRows()),
                Math.min(d.maxStringBytes(), frame),
                d.maxTableBytes(),
                d.maxNesting());
    }

    /** Media types that are read, in order. */
    public List<String> mediaTypes() {
        return List.copyOf(new TreeSet<>(formats.keySet()));
    }

    /**
     * The graph of a payload.
     *
     * @throws PayloadException if it has none
     */
    public RdfGraph read(Payload payload) {
        if (payload.bytes().length > limits.maxFrameBytes()) {
            throw new PayloadException(
                    Reason.TOO_LARGE,
                    payload.bytes().length + " bytes, more than the limit of " + limits.maxFrameBytes()
                            + " (limits.element.bytes)");
        }
        RdfGraph graph = format(payload).read(payload);
        if (graph.statements().size() > limits.maxRows()) {
            throw new PayloadException(
                    Reason.TOO_LARGE,
                    graph.statements().size() + " statements, more than the limit of " + limits.maxRows()
                            + " (limits.element.statements)");
        }
        return graph;
    }

    private PayloadFormat format(Payload payload) {
        String said = payload.contentType() == null ? types.ofTopic(payload.topic()) : payload.contentType();
        if (said == null) {
            throw new PayloadException(
                    Reason.CONTENT_TYPE,
                    "the message does not say what it is; set payload.content.type, or payload.content.types for its"
                            + " topic");
        }
        String type = mediaType(said);
        PayloadFormat format = formats.get(
                DocumentFormat.ofMediaType(type).map(DocumentFormat::mediaType).orElse(type));
        if (format == null) {
            throw new PayloadException(
                    Reason.CONTENT_TYPE,
                    "content type " + said + " is none of those that are read: " + mediaTypes()
                            + (type.endsWith("json") ? "; see payload.json" : ""));
        }
        return format;
    }

    /** In lower case, without parameters. */
    static String mediaType(@Nullable String contentType) {
        String type = contentType == null ? "" : contentType;
        int parameters = type.indexOf(';');
        return (parameters < 0 ? type : type.substring(0, parameters)).strip().toLowerCase(Locale.ROOT);
    }
}
