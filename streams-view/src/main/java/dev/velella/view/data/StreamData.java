package dev.velella.view.data;

import dev.velella.shapes.StatementIndex;
import java.util.Collection;
import org.eclipse.rdf4j.model.Statement;

/**
 * The graph of one stream at one moment, for all views that ask it. It is indexed when the first of them does. The order
 * of its statements is that of the collection that it was made of. Not thread-safe.
 */
public final class StreamData extends StatementIndex {
    private StreamData(Collection<Statement> statements) {
        super(statements);
    }

    /**
     * The graph of these statements.
     *
     * @param statements the whole graph, no statement twice; copied
     */
    public static StreamData of(Collection<Statement> statements) {
        return new StreamData(statements);
    }
}
