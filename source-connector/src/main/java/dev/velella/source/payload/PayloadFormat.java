package dev.velella.source.payload;

import dev.velella.rdf.RdfGraph;

/** Reads payloads of one kind. */
interface PayloadFormat {
    /**
     * The graph of a payload.
     *
     * @throws PayloadException if it has none
     * @throws dev.velella.document.budget.DocumentLimitException if it is above a limit, before more is made of it
     */
    RdfGraph read(Payload payload);
}
