package dev.velella.source.payload;

import dev.velella.rdf.RdfGraph;

/** Reads payloads of one kind. */
interface PayloadFormat {
    /**
     * The graph of a payload.
     *
     * @throws PayloadException if it has none
     */
    RdfGraph read(Payload payload);
}
