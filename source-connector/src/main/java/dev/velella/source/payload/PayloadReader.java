package dev.velella.source.payload;

import dev.velella.document.DocumentReader;
import dev.velella.document.budget.DocumentLimitException;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.format.DeclaredCharset;
import dev.velella.document.format.DocumentFormat;
import dev.velella.jelly.format.Limits;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.DocumentPayload;
import dev.velella.lift.Payload;
import dev.velella.lift.PayloadException;
import dev.velella.lift.PayloadFormat;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.ErrorText;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.format.ElementLimits;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads payloads by their content type. The first of these types that is present decides: the type that the device
 * states, the type that the options assign to the topic, the type that the options assign to all payloads.
 */
public final class PayloadReader {
    /** Media type of Jelly frames of graphs. */
    private static final String JELLY = "application/x-jelly-rdf";

    private final ContentTypes types;
    private final ReadingLimits limits;
    private final Map<String, PayloadFormat> formats = new HashMap<>();
    private final boolean isLimited;
    private final @Nullable BaseTemplate base;

    /**
     * Creates a reader of RDF, and of JSON if the options say how to read it.
     *
     * @param limits limits of each payload
     * @param contexts addresses of JSON-LD contexts that may be loaded
     * @param json further formats besides the formats of RDF, by media type
     * @param base base of documents; null for the address where a document was found, if there is one
     * @param takesNothing whether a document of 0 bytes may be an empty graph
     * @param allowed media types that are accepted; empty for all
     */
    PayloadReader(
            ContentTypes types,
            ReadingLimits limits,
            Set<String> contexts,
            Map<String, PayloadFormat> json,
            @Nullable BaseTemplate base,
            boolean takesNothing,
            Set<String> allowed) {
        this.base = base;
        this.types = types;
        this.limits = limits;
        Limits frames = DocumentPayload.frameLimits(limits);
        DocumentReader documents = new DocumentReader(frames, limits, contexts);
        for (DocumentFormat format : DocumentFormat.values()) {
            if (format.kind() == ElementKind.GRAPH) {
                formats.put(format.mediaType(), new DocumentPayload(format, documents, takesNothing, "payload."));
            }
        }
        formats.put(JELLY, new JellyPayload(frames));
        formats.put(MessageLogs.ND_JSON_LD, new MessageLogs(limits, contexts, base, allowed)::one);
        formats.putAll(json);
        isLimited = !allowed.isEmpty();
        if (isLimited) {
            formats.keySet().retainAll(allowed);
        }
    }

    /** Media types of RDF. */
    static Set<String> rdfTypes() {
        Set<String> types = new TreeSet<>(Set.of(JELLY, MessageLogs.ND_JSON_LD));
        for (DocumentFormat format : DocumentFormat.values()) {
            if (format.kind() == ElementKind.GRAPH) {
                types.add(format.mediaType());
            }
        }
        return types;
    }

    /** The media types in their normal spelling. */
    static Set<String> types(List<?> given) {
        Set<String> types = new TreeSet<>();
        given.forEach(type -> types.add(type(String.valueOf(type))));
        return types;
    }

    /** The normal spelling of a media type. */
    static String type(String given) {
        String type = mediaType(given);
        return DocumentFormat.ofMediaType(type).map(DocumentFormat::mediaType).orElse(type);
    }

    /** The media types that this reader accepts, in order. */
    public List<String> mediaTypes() {
        return List.copyOf(new TreeSet<>(formats.keySet()));
    }

    /**
     * The graph of a payload.
     *
     * @throws PayloadException if the payload has no graph
     */
    public RdfGraph read(Payload payload) {
        if (payload.bytes().length > limits.bytes()) {
            throw new PayloadException(
                    RefusalReason.TOO_LARGE,
                    payload.bytes().length + " bytes, more than the limit of " + limits.bytes()
                            + " (limits.element.bytes)");
        }
        try {
            return format(payload).read(base == null ? payload : payload.at(base.of(payload.topic())));
        } catch (DocumentLimitException e) {
            throw new PayloadException(RefusalReason.TOO_LARGE, e.getMessage() + ElementLimits.option(e.limit()), e);
        }
    }

    private PayloadFormat format(Payload payload) {
        String said = payload.contentType() == null ? types.ofTopic(payload.topic()) : payload.contentType();
        if (said == null) {
            throw new PayloadException(
                    RefusalReason.CONTENT_TYPE,
                    "the message does not say what it is; set payload.content.type, or payload.content.types for its"
                            + " topic");
        }
        String type = mediaType(said);
        PayloadFormat format = formats.get(type(said));
        if (format == null) {
            throw new PayloadException(
                    RefusalReason.CONTENT_TYPE,
                    "content type " + ErrorText.name(said) + " is none of those that are read: " + mediaTypes()
                            + (type.endsWith("json") ? "; see payload.json" : "")
                            + (isLimited ? " (payload.content.types.allowed)" : ""));
        }
        String contradiction = DeclaredCharset.contradiction(said, payload.bytes());
        if (contradiction != null) {
            throw new PayloadException(
                    RefusalReason.CONTENT_TYPE, contradiction + ", or set payload.content.type if the type is wrong");
        }
        return format;
    }

    /** The media type in lower case, without parameters. */
    static String mediaType(@Nullable String contentType) {
        String type = contentType == null ? "" : contentType;
        int parameters = type.indexOf(';');
        return (parameters < 0 ? type : type.substring(0, parameters)).strip().toLowerCase(Locale.ROOT);
    }
}
