package org.eclipse.rdf4j.sail.lmdb;

import java.io.IOException;
import java.util.List;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.EvaluationStatistics;
import org.eclipse.rdf4j.sail.SailException;
import org.eclipse.rdf4j.sail.base.SailDataset;
import org.eclipse.rdf4j.sail.base.SailSink;
import org.eclipse.rdf4j.sail.lmdb.model.LmdbValue;
import org.jspecify.annotations.Nullable;

/**
 * Writes to an {@link LmdbStore} in an order that is safe: a crash at any moment leaves the state before or after a
 * transaction.
 *
 * <p>An LmdbStore has two LMDB environments: the first holds statements as numbers, the second holds the values of
 * these numbers. RDF4J's transactions commit the first environment before the second. A process that ends in between
 * leaves statements whose values do not exist. Here the values are committed first, so the transaction takes effect
 * when the statements are committed. If that commit never comes, unused values stay in the store, which does no harm.
 *
 * <p>This class is in RDF4J's package because the order cannot be changed from outside. It writes to the environments
 * directly, without the branch in memory that RDF4J keeps for isolation, so that no open query delays a commit.
 * Therefore the caller must make sure that nobody reads during a write: RDF4J 5.2 moves open readers to the state after
 * a commit, and lets readers of values use the transaction of the writer. Only one thread at a time may use this
 * object.
 */
public final class ValuesFirstWriter {
    private final LmdbSailStore store;
    private final ValueStore values;

    /** @param opened a store that is initialised */
    public ValuesFirstWriter(LmdbStore opened) {
        store = opened.getBackingStore();
        store.enableMultiThreading = false; // its second thread would wait by spinning
        values = (ValueStore) store.getValueFactory();
    }

    /**
     * Adds the values of statements to the store and makes them durable. A value that the store already knows costs one
     * look-up.
     *
     * @param wanted statements that will be written next
     * @throws IOException if the store is full or failed; the store must then be closed
     */
    public void storeValues(List<List<Statement>> wanted) throws IOException {
        values.startTransaction(false);
        boolean stored = false;
        try {
            for (List<Statement> statements : wanted) {
                for (Statement statement : statements) {
                    values.storeValue(statement.getSubject());
                    values.storeValue(statement.getPredicate());
                    values.storeValue(statement.getObject());
                    if (statement.getContext() != null) {
                        values.storeValue(statement.getContext());
                    }
                }
            }
            stored = true;
        } finally {
            if (stored) {
                values.commit();
            } else {
                values.rollback();
            }
        }
    }

    /** The present statements. The caller must close them before anything is written. */
    public SailDataset statements() {
        return store.getExplicitSailSource().dataset(IsolationLevels.NONE);
    }

    /**
     * The store's own copy of a term, which has its number; null if the store does not know the term. Valid until the
     * next {@link SailSink#flush}.
     */
    public @Nullable Value term(Value term) {
        try {
            LmdbValue own = values.getLmdbValue(term);
            return values.getId(own) == LmdbValue.UNKNOWN_ID ? null : own;
        } catch (IOException e) {
            throw new SailException(e);
        }
    }

    /** Statistics of the statements, by which queries are planned. */
    public EvaluationStatistics statistics() {
        return store.getEvaluationStatistics();
    }

    /** Begins one transaction. {@link SailSink#flush} commits it. If this fails, the store must be closed. */
    public SailSink sink() {
        return store.getExplicitSailSource().sink(IsolationLevels.NONE);
    }
}
