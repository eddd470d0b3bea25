package org.eclipse.rdf4j.sail.lmdb;

import java.io.IOException;
import java.util.List;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.sail.SailException;
import org.eclipse.rdf4j.sail.base.SailDataset;
import org.eclipse.rdf4j.sail.base.SailSink;
import org.eclipse.rdf4j.sail.lmdb.model.LmdbValue;
import org.jspecify.annotations.Nullable;

/**
 * Writes to an {@link LmdbStore} in such an order that a crash at any moment leaves the state before or after a
 * transaction.
 *
 * <p>An LmdbStore is two LMDB environments, one of statements as numbers and one of values by number, and its transactions
 * commit the first before the second: a process that ends in between leaves statements whose values do not exist. Here
 * the values of a transaction are committed first, so that committing the statements is the one step that counts.
 * Values of a transaction that never came are left behind without harm.
 *
 * <p>This class is in RDF4J's package because the order cannot be had from outside. It writes to the environments
 * directly, without the branch in memory that RDF4J keeps for isolation, so that no open query postpones a commit. Hence
 * the caller makes sure that nothing reads while something writes: RDF4J 5.2 moves open readers to the state after a
 * commit, and lets readers of values use the transaction of the writer. One thread at a time.
 */
public final class ValuesFirstWriter {
    private final LmdbSailStore store;
    private final ValueStore values;

    /** @param opened a store that is initialised */
    public ValuesFirstWriter(LmdbStore opened) {
        store = opened.getBackingStore();
        store.enableMultiThreading = false; // its second thread waits by spinning
        values = (ValueStore) store.getValueFactory();
    }

    /**
     * Makes the values of statements known and durable. Those that are known already cost a look-up each.
     *
     * @param wanted statements that will be written next
     * @throws IOException if the store is full or failed; then it has to be closed
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

    /** The statements as they are now; to be closed before anything is written. */
    public SailDataset statements() {
        return store.getExplicitSailSource().dataset(IsolationLevels.NONE);
    }

    /**
     * The store's own copy of a term, which knows its number; null where the store does not know the term. Valid until
     * the next {@link SailSink#flush}.
     */
    public @Nullable Value term(Value term) {
        try {
            LmdbValue own = values.getLmdbValue(term);
            return values.getId(own) == LmdbValue.UNKNOWN_ID ? null : own;
        } catch (IOException e) {
            throw new SailException(e);
        }
    }

    /** Takes one transaction; {@link SailSink#flush} commits it. When that fails, the store has to be closed. */
    public SailSink sink() {
        return store.getExplicitSailSource().sink(IsolationLevels.NONE);
    }
}
