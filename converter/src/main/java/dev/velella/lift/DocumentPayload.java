package dev.velella.lift;

import dev.velella.document.DocumentReader;
import dev.velella.document.budget.DocumentLimitException;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.format.DocumentFormat;
import dev.velella.jelly.format.Limits;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.RdfGraph;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Documents in the text formats of RDF. Nothing outside of the document is loaded.
 *
 * @param takesNothing whether a document of 0 bytes, and JSON-LD without content, are empty graphs, where the format
 *     allows it. Otherwise they are refused, because a sender that says nothing means nothing by it
 * @param options prefix of the options {@code empty} and {@code base}, which errors name; null if there are none
 */
public record DocumentPayload(
        DocumentFormat format, DocumentReader documents, boolean takesNothing, @Nullable String options)
        implements PayloadFormat {
    private static final Set<DocumentFormat> MAY_BE_EMPTY =
            Set.of(DocumentFormat.TURTLE, DocumentFormat.TRIG, DocumentFormat.N_TRIPLES, DocumentFormat.N_QUADS);

    /** What parsers say of a relative IRI where there is no base. */
    private static final Pattern NEEDS_BASE = Pattern.compile("base URI|absolute IRI|not an IRI");

    /**
     * Limits of frames that have the same effect as these limits of payloads. Rows of options, tables and prefixes are
     * no statements. Therefore a frame may have as many rows as its bytes allow, and statements are counted separately.
     */
    public static Limits frameLimits(ReadingLimits limits) {
        Limits d = Limits.DEFAULT;
        int frame = (int) Math.min(limits.bytes(), d.maxFrameBytes());
        return d.withMaxFrameBytes(frame)
                .withMaxStringBytes(Math.min(d.maxStringBytes(), frame))
                .withMaxStatements((int) Math.min(limits.statements(), Integer.MAX_VALUE));
    }

    @Override
    public RdfGraph read(Payload payload) {
        boolean mayBeEmpty = MAY_BE_EMPTY.contains(format);
        if (payload.bytes().length == 0 && !(takesNothing && mayBeEmpty)) {
            throw malformed("it is empty" + (mayBeEmpty ? wayOut() : ""), null);
        }
        try {
            RdfGraph graph = documents.readGraph(format, payload.bytes(), payload.base());
            if (format == DocumentFormat.JSON_LD
                    && !takesNothing
                    && graph.statements().isEmpty()) {
                throw malformed("it has no content" + wayOut(), null);
            }
            return graph;
        } catch (DocumentLimitException e) {
            throw e;
        } catch (MalformedDocumentException e) {
            String reason = String.valueOf(e.getMessage());
            boolean lacksBase =
                    payload.base() == null && NEEDS_BASE.matcher(reason).find();
            throw malformed(
                    reason + (lacksBase && options != null ? " (a relative IRI needs " + options + "base)" : ""), e);
        }
    }

    private String wayOut() {
        return options == null ? "" : "; if an empty graph is meant, set " + options + "empty=graph";
    }

    private PayloadException malformed(String reason, @Nullable Throwable cause) {
        return new PayloadException(RefusalReason.UNDECODABLE, "not " + format.mediaType() + ": " + reason, cause);
    }
}
