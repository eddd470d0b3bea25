package org.eclipse.rdf4j.sail.lmdb;

import dev.velella.sink.query.QueryBudget;
import java.util.Comparator;
import java.util.Set;
import java.util.function.Supplier;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.common.order.StatementOrder;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.query.algebra.evaluation.RDFStarTripleSource;
import org.eclipse.rdf4j.sail.SailException;
import org.eclipse.rdf4j.sail.lmdb.model.LmdbBNode;
import org.eclipse.rdf4j.sail.lmdb.model.LmdbIRI;
import org.eclipse.rdf4j.sail.lmdb.model.LmdbLiteral;
import org.eclipse.rdf4j.sail.lmdb.model.LmdbValue;
import org.jspecify.annotations.Nullable;

/**
 * The statements of an {@link LmdbStore} for one query. The query accesses the store only between
 * {@link QueryBudget#enter} and {@link QueryBudget#leave}. So a query that does not end can be shut out; after that it
 * only uses its own memory.
 *
 * <p>RDF4J's terms read their text from the store at the first use, at any later time and in any thread. They may then
 * use the transaction of a writer. Therefore a query gets terms of its own, with the same numbers, which read their
 * text in the guarded way.
 *
 * <p>This class is in RDF4J's package because the revision of the values is not accessible from outside. Used by the
 * thread of the query.
 */
public final class GatedStatements implements RDFStarTripleSource {
    private final RDFStarTripleSource source;
    private final QueryBudget budget;
    private final GatedRevision revision;

    /** @param source source of a store whose values are in a {@link ValueStore} */
    public GatedStatements(RDFStarTripleSource source, QueryBudget budget) {
        this.source = source;
        this.budget = budget;
        this.revision = new GatedRevision(((ValueStore) source.getValueFactory()).getRevision(), budget);
    }

    @Override
    public CloseableIteration<? extends Statement> getStatements(
            Resource subject, IRI predicate, Value object, Resource... contexts) {
        return new Gated<>(in(() -> source.getStatements(subject, predicate, object, contexts)));
    }

    @Override
    public CloseableIteration<? extends Statement> getStatements(
            StatementOrder order, Resource subject, IRI predicate, Value object, Resource... contexts) {
        return new Gated<>(in(() -> source.getStatements(order, subject, predicate, object, contexts)));
    }

    @Override
    public Set<StatementOrder> getSupportedOrders(Resource subject, IRI predicate, Value object, Resource... contexts) {
        return in(() -> source.getSupportedOrders(subject, predicate, object, contexts));
    }

    @Override
    public Comparator<Value> getComparator() {
        return source.getComparator();
    }

    /** Always empty, because an LmdbStore has no triple terms. */
    @Override
    public CloseableIteration<? extends Triple> getRdfStarTriples(Resource subject, IRI predicate, Value object) {
        return new Gated<>(in(() -> source.getRdfStarTriples(subject, predicate, object)));
    }

    @Override
    public ValueFactory getValueFactory() {
        return source.getValueFactory();
    }

    private <T> T in(Supplier<T> reading) {
        budget.enter();
        try {
            return reading.get();
        } finally {
            budget.leave();
        }
    }

    /** Converts a statement to a statement of the query's own terms. Returns every other object unchanged. */
    @SuppressWarnings("unchecked")
    private <T> T own(T found) {
        if (!(found instanceof Statement statement)) {
            return found;
        }
        return (T) source.getValueFactory()
                .createStatement(
                        (Resource) term(statement.getSubject()),
                        (IRI) term(statement.getPredicate()),
                        term(statement.getObject()),
                        statement.getContext() == null ? null : (Resource) term(statement.getContext()));
    }

    private Value term(Value term) {
        if (term instanceof LmdbIRI iri) {
            return new LmdbIRI(revision, iri.getInternalID());
        }
        if (term instanceof LmdbLiteral literal) {
            return new LmdbLiteral(revision, literal.getInternalID());
        }
        if (term instanceof LmdbBNode node) {
            return new LmdbBNode(revision, node.getInternalID());
        }
        throw new SailException("expected a term of the store: " + term.getClass());
    }

    /**
     * An iteration that accesses the store only within the budget. The thread that opened the iteration must close it.
     */
    private final class Gated<T> implements CloseableIteration<T> {
        private final CloseableIteration<? extends T> found;

        Gated(CloseableIteration<? extends T> found) {
            this.found = found;
        }

        @Override
        public boolean hasNext() {
            return in(found::hasNext);
        }

        @Override
        public T next() {
            return own(in(found::next));
        }

        @Override
        public void remove() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            found.close();
        }
    }

    /**
     * The revision by which the query's terms read their text. It is equal to the store's own revision, so that the
     * store knows the terms by their numbers.
     */
    private static final class GatedRevision extends ValueStoreRevision.Base {
        private final ValueStoreRevision revision;
        private final QueryBudget budget;

        GatedRevision(ValueStoreRevision revision, QueryBudget budget) {
            this.revision = revision;
            this.budget = budget;
        }

        @Override
        public long getRevisionId() {
            return revision.getRevisionId();
        }

        @Override
        public ValueStore getValueStore() {
            return revision.getValueStore();
        }

        @Override
        public boolean resolveValue(long id, LmdbValue term) {
            budget.enter();
            try {
                LmdbValue known = getValueStore().getValue(id); // mostly from its cache
                return known != null && copy(known, term);
            } catch (java.io.IOException e) {
                throw new SailException(e);
            } finally {
                budget.leave();
            }
        }

        private static boolean copy(LmdbValue known, LmdbValue term) {
            if (term instanceof LmdbIRI iri) {
                iri.setIRIString(known.stringValue());
            } else if (term instanceof LmdbBNode node) {
                node.setID(((LmdbBNode) known).getID());
            } else if (term instanceof LmdbLiteral literal) {
                copy((Literal) known, literal);
            }
            return true;
        }

        private static void copy(Literal known, LmdbLiteral literal) {
            literal.setLabel(known.getLabel());
            @Nullable String language = known.getLanguage().orElse(null);
            if (language != null) {
                literal.setLanguage(language);
                literal.setDatatype(CoreDatatype.RDF.LANGSTRING);
            } else if (known.getCoreDatatype() != CoreDatatype.NONE) {
                literal.setDatatype(known.getCoreDatatype());
            } else {
                literal.setDatatype(known.getDatatype());
            }
        }
    }
}
