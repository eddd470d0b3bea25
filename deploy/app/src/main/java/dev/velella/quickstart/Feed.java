package dev.velella.quickstart;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.quickstart.part.Samples;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where the stream of a quickstart comes from: what runs beside the pipeline, and the source connector that reads it. */
interface Feed extends AutoCloseable {
    /** The source connector, as a worker takes it. */
    ObjectNode connector(Samples samples, String bootstrapServers) throws IOException;

    /** Called once, when there is the connector. */
    default void begin(GraphMeter graphs) {}

    /** Graphs to come in all; 0 if not known beforehand. */
    long announced();

    /** Graphs sent in all, once the last is; empty before. */
    Optional<Long> total(Pipeline pipeline, String connector) throws IOException, InterruptedException;

    /** Why no more will come, in one line; empty while all is well. */
    default Optional<String> failure() {
        return Optional.empty();
    }

    /** Lines on where the feed is, for the user. */
    default List<String> places() {
        return List.of();
    }

    /** How the last graphs of the streams differ from what was fed, where that is known by other means; a line each. */
    default List<String> differences(Map<String, RdfGraph> last) {
        return List.of();
    }

    @Override
    default void close() {}
}
