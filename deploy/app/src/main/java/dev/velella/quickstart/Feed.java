package dev.velella.quickstart;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.quickstart.part.Samples;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The origin of a quickstart's stream: the parts that run beside the pipeline, and the source connector that reads the
 * stream.
 */
interface Feed extends AutoCloseable {
    /** The source connector, in the form for the worker's REST API. */
    ObjectNode connector(Samples samples, String bootstrapServers) throws IOException;

    /** Begins to feed. Called once, after the connector is created. */
    default void begin(GraphMeter graphs) {}

    /** Total number of graphs; 0 if it is not known beforehand. */
    long announced();

    /** Total number of graphs, after the last one is sent; empty before. */
    Optional<Long> total(Pipeline pipeline, String connector) throws IOException, InterruptedException;

    /** The failure that ended the feed, in one line; empty if there is none. */
    default Optional<String> failure() {
        return Optional.empty();
    }

    /** Lines for the user about the addresses of the feed. */
    default List<String> places() {
        return List.of();
    }

    /**
     * The differences between the last graphs of the streams and the data that were fed, a line each. Empty if the data
     * are not known by other means.
     */
    default List<String> differences(Map<String, RdfGraph> last) {
        return List.of();
    }

    @Override
    default void close() {}
}
