package dev.velella.document.write;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.util.Map;
import org.eclipse.rdf4j.model.Statement;

/**
 * Takes RDF in order, and writes it. A term that the format cannot express causes an
 * {@link dev.velella.document.format.UnwritableException UnwritableException}. Not thread-safe.
 */
public interface GraphTarget {

    /**
     * Takes the options of a Jelly input, before all other calls. Inputs in other formats have no options; for them
     * this method is not called.
     */
    default void options(JellyOptions options) {}

    /**
     * What comes belongs to messages: the output becomes a log of RDF Messages. Statements of the first message may have come
     * already.
     *
     * @throws dev.velella.document.format.UnwritableException if the format has no messages
     */
    default void messages() throws IOException {}

    /** A message ends, which may have no statement. Called after {@link #messages} only. */
    default void endMessage() throws IOException {}

    /** Takes a namespace declaration. */
    void namespace(String prefix, String iri) throws IOException;

    /** Takes a statement. */
    void statement(Statement statement) throws IOException;

    /** Takes a frame, if the input has frames. */
    default void frame(RdfGraph graph, Map<String, byte[]> metadata) throws IOException {
        for (Map.Entry<String, String> namespace : graph.namespaces().entrySet()) {
            namespace(namespace.getKey(), namespace.getValue());
        }
        for (Statement statement : graph.statements()) {
            statement(statement);
        }
    }

    /** The input has ended. Writes all data that is still in memory. Does not close the output. */
    void end() throws IOException;
}
