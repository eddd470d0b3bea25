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
 * Looks up single statements of a store after its last transaction. This is several times cheaper than a connection,
 * which takes a snapshot for every question and looks up every term of it. Must be closed before anything is written.
 * Not thread-safe.
 */
final class StoredStatements implements AutoCloseable {
    private final SailDataset statements;
    private final OwnTerms terms;

    /**
     * @param statements the store's statements; closed together with this object
     * @param terms the store's own terms
     */
    StoredStatements(SailDataset statements, OwnTerms terms) {
        this.statements = statements;
        this.terms = terms;
    }

    /**
     * The store's own copy of a statement; null if the store does not contain it. The store deletes a statement fastest
     * by its own copy.
     */
    @Nullable
    Statement find(Statement wanted) {
        Value object = terms.of(wanted.getObject()); // the object is looked up first, because it is most likely new
        Resource subject = object == null ? null : (Resource) terms.of(wanted.getSubject());
        IRI predicate = subject == null ? null : (IRI) terms.of(wanted.getPredicate());
        if (object == null || subject == null || predicate == null) {
            return null;
        }
        Resource context = wanted.getContext() == null ? null : (Resource) terms.of(wanted.getContext());
        if (context == null && wanted.getContext() != null) {
            return null;
        }
        // An array with one null is the default graph; an empty array would be all graphs.
        @Nullable Resource[] graph = {context};
        try (CloseableIteration<? extends Statement> found =
                statements.getStatements(subject, predicate, object, graph)) {
            return found.hasNext() ? found.next() : null;
        }
    }

    /** Makes a new statement from the store's own copies of its terms, as far as the store has them. */
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
