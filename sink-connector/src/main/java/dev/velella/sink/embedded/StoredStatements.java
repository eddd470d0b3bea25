package dev.velella.sink.embedded;

import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.sail.base.SailDataset;
import org.jspecify.annotations.Nullable;

/**
 * The statements of a store as its last transaction left them, looked up one by one: some times cheaper than by a
 * connection, which takes a snapshot for every question and looks up every term of it. To be closed before anything is
 * written. Not thread-safe.
 */
final class StoredStatements implements AutoCloseable {
    private final SailDataset statements;
    private final OwnTerms terms;

    /**
     * @param statements is closed with this
     * @param terms of the store
     */
    StoredStatements(SailDataset statements, OwnTerms terms) {
        this.statements = statements;
        this.terms = terms;
    }

    /** The store's own copy of a statement, by which it deletes it fastest; null where there is none. */
    @Nullable
    Statement find(Statement wanted) {
        Value object = terms.of(wanted.getObject()); // that which is most likely to be new
        Resource subject = object == null ? null : (Resource) terms.of(wanted.getSubject());
        IRI predicate = subject == null ? null : (IRI) terms.of(wanted.getPredicate());
        if (object == null || subject == null || predicate == null) {
            return null;
        }
        Resource context = wanted.getContext() == null ? null : (Resource) terms.of(wanted.getContext());
        if (context == null && wanted.getContext() != null) {
            return null;
        }
        // An array of one null is the default graph, an empty one would be all graphs.
        @Nullable Resource[] graph = {context};
        try (CloseableIteration<? extends Statement> found =
                statements.getStatements(subject, predicate, object, graph)) {
            return found.hasNext() ? found.next() : null;
        }
    }

    /** A statement that is not there, of the store's own copies of terms as far as it has them. */
    Statement inOwnTerms(Statement absent) {
        Resource context = absent.getContext();
        return SimpleValueFactory.getInstance()
                .createStatement(
                        (Resource) ownOrSame(absent.getSubject()),
                        (IRI) ownOrSame(absent.getPredicate()),
                        absent.getObject(),
                        context == null ? null : (Resource) ownOrSame(context));
    }

    private Value ownOrSame(Value term) {
        Value own = terms.of(term);
        return own == null ? term : own;
    }

    @Override
    public void close() {
        statements.close();
    }
}
