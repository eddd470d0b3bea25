package dev.velella.lift;

import dev.velella.rdf.RdfGraph;

/** Reads payloads of one format. */
public interface PayloadFormat {
    /**
     * The graph of a payload.
     *
     * @throws PayloadException if the payload has no graph
     * @throws dev.velella.document.budget.DocumentLimitException if the payload is above a limit; thrown before more
     *     memory is used for it
     */
    RdfGraph read(Payload payload);
}
