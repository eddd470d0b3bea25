package org.eclipse.rdf4j.sail.memory;

import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.EvaluationStatistics;
import org.eclipse.rdf4j.sail.base.SailDataset;
import org.eclipse.rdf4j.sail.base.SailSink;
import org.eclipse.rdf4j.sail.helpers.DefaultSailChangedEvent;
import org.eclipse.rdf4j.sail.memory.model.MemValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Writes a transaction, which is known as a whole, directly to the statements of a {@link MemoryStore}. A connection
 * would first collect the transaction in a model of its own, and look up every statement once more.
 *
 * <p>Readers are not affected: each reader sees the snapshot that was current when it began, and {@link SailSink#flush}
 * makes a new snapshot. A transaction that fails leaves statements behind, which the next transaction would make
 * visible. Therefore the store must then be closed.
 *
 * <p>This class is in RDF4J's package because the statements are not accessible from outside. Only one thread at a time
 * may use it.
 */
public final class WholeChangeWriter {
    private final MemoryStore store;

    /** @param opened an initialised store; this object must be its only writer */
    public WholeChangeWriter(MemoryStore opened) {
        this.store = opened;
    }

    /** The present statements. The caller must close them. */
    public SailDataset statements() {
        return store.getSailStore().getExplicitSailSource().dataset(IsolationLevels.SNAPSHOT);
    }

    /** The store's own copy of a term; null if no statement contains it. */
    public @Nullable Value term(Value term) {
        return ((MemValueFactory) store.getValueFactory()).getMemValue(term);
    }

    /** Statistics of the statements, by which queries are planned. */
    public EvaluationStatistics statistics() {
        return store.getSailStore().getEvaluationStatistics();
    }

    /** Begins one transaction. {@link SailSink#prepare} and {@link SailSink#flush} make it visible. */
    public SailSink sink() {
        return store.getSailStore().getExplicitSailSource().sink(IsolationLevels.NONE);
    }

    /**
     * Tells the store that it was changed, as a commit does. Otherwise the store would not write its file at a
     * checkpoint.
     */
    public void changed() {
        DefaultSailChangedEvent event = new DefaultSailChangedEvent(store);
        event.setStatementsAdded(true);
        event.setStatementsRemoved(true);
        store.notifySailChanged(event);
    }
}
