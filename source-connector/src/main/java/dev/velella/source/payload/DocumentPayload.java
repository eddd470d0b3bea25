package dev.velella.source.payload;

import dev.velella.document.DocumentReader;
import dev.velella.document.budget.DocumentLimitException;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.format.DocumentFormat;
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
 */
record DocumentPayload(DocumentFormat format, DocumentReader documents, boolean takesNothing) implements PayloadFormat {
    private static final String WAY_OUT = "; if an empty graph is meant, set " + PayloadOptions.EMPTY_NAME + "=graph";
    private static final Set<DocumentFormat> MAY_BE_EMPTY =
            Set.of(DocumentFormat.TURTLE, DocumentFormat.TRIG, DocumentFormat.N_TRIPLES, DocumentFormat.N_QUADS);

    /** What parsers say of a relative IRI where there is no base. */
    private static final Pattern NEEDS_BASE = Pattern.compile("base URI|absolute IRI|not an IRI");

    @Override
    public RdfGraph read(Payload payload) {
        boolean mayBeEmpty = MAY_BE_EMPTY.contains(format);
        if (payload.bytes().length == 0 && !(takesNothing && mayBeEmpty)) {
            throw malformed("it is empty" + (mayBeEmpty ? WAY_OUT : ""), null);
        }
        try {
            RdfGraph graph = documents.readGraph(format, payload.bytes(), payload.base());
            if (format == DocumentFormat.JSON_LD
                    && !takesNothing
                    && graph.statements().isEmpty()) {
                throw malformed("it has no content" + WAY_OUT, null);
            }
            return graph;
        } catch (DocumentLimitException e) {
            throw e;
        } catch (MalformedDocumentException e) {
            String reason = String.valueOf(e.getMessage());
            boolean lacksBase =
                    payload.base() == null && NEEDS_BASE.matcher(reason).find();
            throw malformed(reason + (lacksBase ? " (a relative IRI needs payload.base)" : ""), e);
        }
    }

    private PayloadException malformed(String reason, @Nullable Throwable cause) {
        return new PayloadException(RefusalReason.UNDECODABLE, "not " + format.mediaType() + ": " + reason, cause);
    }
}
