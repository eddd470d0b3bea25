package org.eclipse.rdf4j.sail.memory;

import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.sail.base.SailDataset;
import org.eclipse.rdf4j.sail.base.SailSink;
import org.eclipse.rdf4j.sail.helpers.DefaultSailChangedEvent;
import org.eclipse.rdf4j.sail.memory.model.MemValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Writes a transaction that is known as a whole straight to the statements of a {@link MemoryStore}. A connection would
 * collect it in a model of its own first, and look every statement up once more.
 *
 * <p>Readers are not concerned: each sees the snapshot that was the current one when it began, and {@link SailSink#flush}
 * makes a new one. A transaction that fails leaves statements behind that the next one would show, so the store has to be
 * closed then.
 *
 * <p>This class is in RDF4J's package because the statements cannot be had from outside. One thread at a time.
 */
public final class WholeChangeWriter {
    private final MemoryStore store;

    /** @param opened a store that is initialised, of which this is the only writer */
    public WholeChangeWriter(MemoryStore opened) {
        this.store = opened;
    }

    /** The statements as they are now; to be closed. */
    public SailDataset statements() {
        return store.getSailStore().getExplicitSailSource().dataset(IsolationLevels.SNAPSHOT);
    }

    /** The store's own copy of a term; null where no statement has it. */
    public @Nullable Value term(Value term) {
        return ((MemValueFactory) store.getValueFactory()).getMemValue(term);
    }

    /** Takes one transaction; {@link SailSink#prepare} and {@link SailSink#flush} make it visible. */
    public SailSink sink() {
        return store.getSailStore().getExplicitSailSource().sink(IsolationLevels.NONE);
    }

    /** Has the store know that it was changed, as a commit does: only then it writes its file when it is told to. */
    public void changed() {
        DefaultSailChangedEvent event = new DefaultSailChangedEvent(store);
        event.setStatementsAdded(true);
        event.setStatementsRemoved(true);
        store.notifySailChanged(event);
    }
}
