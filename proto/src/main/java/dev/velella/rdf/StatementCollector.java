package dev.velella.rdf;

import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * Collects the statements of one element after the other, for a reader that has their terms. The lists that it makes are immutable
 * and stay as they are. Not thread-safe.
 */
public sealed interface StatementCollector permits StatementArray.Builder, StatementTable.Builder {
    /** Adds a statement; without a context it is in the default graph. */
    void add(Resource subject, IRI predicate, Value object, @Nullable Resource context);

    /** Adds some of the statements of a list that a collector of this class has made. */
    void addAll(List<Statement> other, int from, int rows);

    /** Adds some of the statements of a list that a collector of this class has made, with another context. */
    void addAll(List<Statement> other, int from, int rows, @Nullable Resource context);

    /** Statements added so far. */
    int size();

    /** A list of the statements added so far. */
    List<Statement> build();

    /** Forgets all statements. */
    void clear();
}
