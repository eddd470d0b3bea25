package dev.velella.document.write;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.util.Map;
import org.eclipse.rdf4j.model.Statement;

/**
 * Takes RDF in order, and writes it. A term that the format cannot say causes an
 * {@link dev.velella.document.format.UnwritableException UnwritableException}. Not thread-safe.
 */
public interface GraphTarget {

    /** The options of the input, where it is Jelly; called before everything else, and not for an input without. */
    default void options(JellyOptions options) {}

    /** A namespace declaration. */
    void namespace(String prefix, String iri) throws IOException;

    /** A statement. */
    void statement(Statement statement) throws IOException;

    /** A frame of the input, where it has frames. */
    default void frame(RdfGraph graph, Map<String, byte[]> metadata) throws IOException {
        for (Map.Entry<String, String> namespace : graph.namespaces().entrySet()) {
            namespace(namespace.getKey(), namespace.getValue());
        }
        for (Statement statement : graph.statements()) {
            statement(statement);
        }
    }

    /** The input has ended: writes what is left. Does not close the output. */
    void end() throws IOException;
}
