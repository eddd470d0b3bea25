package org.eclipse.rdf4j.sail.lmdb;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.rdf4j.sail.SailException;
import org.eclipse.rdf4j.sail.base.PrivateField;
import org.lwjgl.system.MemoryUtil;

/**
 * The transaction of values that the sinks of an {@link LmdbSailStore} share, beside their transaction of statements. Owns nothing;
 * the store's own lock guards it.
 */
final class ValuesTransaction {
    private final LmdbSailStore store;
    private final ValueStore values;
    private final ReentrantLock access;
    private final AtomicBoolean isOpen;
    private final PrivateField handle;

    ValuesTransaction(LmdbSailStore store) {
        this.store = store;
        values = (ValueStore) store.getValueFactory();
        access = (ReentrantLock)
                PrivateField.of(LmdbSailStore.class, "sinkStoreAccessLock").read(store);
        isOpen = (AtomicBoolean)
                PrivateField.of(LmdbSailStore.class, "storeTxnStarted").read(store);
        handle = PrivateField.of(ValueStore.class, "writeTxn");
    }

    /**
     * Commits the values that were stored since the last commit, and does something before another sink can write.
     *
     * @throws SailException if the values cannot be committed, for example because the disk is full; then the transaction of
     *     statements is rolled back
     */
    void commitBefore(Runnable rest) {
        access.lock();
        try {
            if (isOpen.get()) {
                commit();
            }
            rest.run();
        } finally {
            access.unlock();
        }
    }

    private void commit() {
        boolean isNext = false;
        try {
            end();
            values.startTransaction(true);
            isNext = true;
        } catch (IOException e) {
            throw new SailException("the values of a transaction cannot be committed: " + e.getMessage(), e);
        } finally {
            if (!isNext) {
                store.rollback();
            }
        }
    }

    private void end() throws IOException {
        boolean committed = false;
        try {
            values.commit();
            committed = true;
        } finally {
            if (!committed) { // LMDB has ended it all the same, and frees memory twice if it is ended again
                handle.write(values, MemoryUtil.NULL);
            }
        }
    }
}
