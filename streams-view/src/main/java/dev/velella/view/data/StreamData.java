package dev.velella.view.data;

import java.util.Collection;
import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * The graph of one stream at one moment, for all views that ask it. It is indexed when the first of them does. The order
 * of its statements is that of the collection that it was made of. Not thread-safe.
 */
public final class StreamData {
    private final StatementIndex index;

    private StreamData(StatementIndex index) {
        this.index = index;
    }

    /**
     * The graph of these statements.
     *
     * @param statements the whole graph, no statement twice; copied
     */
    public static StreamData of(Collection<Statement> statements) {
        return new StreamData(new StatementIndex(statements));
    }

    /** All statements, in order. */
    public List<Statement> statements() {
        return index.all();
    }

    /** A list that holds each statement of these terms, in any graph; others may be in it too. A null term is any term. */
    public List<Statement> candidates(@Nullable Resource subject, @Nullable IRI predicate, @Nullable Value object) {
        return index.candidates(subject, predicate, object);
    }
}
