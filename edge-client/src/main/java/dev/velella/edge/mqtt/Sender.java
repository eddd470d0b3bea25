package dev.velella.edge.mqtt;

import dev.velella.rdf.RdfGraph;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Publishes graphs in one way. The caller does so one graph after the other. */
interface Sender {
    /** Does what must be done before the first graph. */
    CompletableFuture<Void> open();

    /**
     * Publishes the next graph.
     *
     * @return completes when the broker has it
     */
    CompletableFuture<Void> publish(RdfGraph graph);

    /** The reason why messages are larger than they could be; empty if there is none. */
    Optional<String> problem();
}
