package dev.velella.source.payload;

import dev.velella.document.DocumentReader;
import dev.velella.document.budget.DocumentLimitException;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.format.DocumentFormat;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.RdfGraph;

/** Documents in the text formats of RDF. Nothing outside of the document is loaded. */
record DocumentPayload(DocumentFormat format, DocumentReader documents) implements PayloadFormat {
    @Override
    public RdfGraph read(Payload payload) {
        try {
            return documents.readGraph(format, payload.bytes());
        } catch (DocumentLimitException e) {
            throw e;
        } catch (MalformedDocumentException e) {
            throw new PayloadException(
                    RefusalReason.UNDECODABLE, "not " + format.mediaType() + ": " + e.getMessage(), e);
        }
    }
}
