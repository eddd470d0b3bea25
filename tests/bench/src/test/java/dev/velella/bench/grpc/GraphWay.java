package dev.velella.bench.grpc;

import dev.velella.rdf.RdfGraph;

/**
 * A publisher and a subscriber of a topic of one partition. The subscriber begins at the end of the topic. One thread sends, one
 * thread takes.
 */
interface GraphWay extends AutoCloseable {
    /** Sends a graph; waits while the other side takes nothing. */
    void send(RdfGraph graph) throws InterruptedException;

    /** Waits for the next graph. */
    RdfGraph take() throws InterruptedException;

    @Override
    void close();
}
