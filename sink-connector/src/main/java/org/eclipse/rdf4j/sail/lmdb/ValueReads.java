package org.eclipse.rdf4j.sail.lmdb;

import static org.eclipse.rdf4j.sail.lmdb.PrivateFields.field;
import static org.eclipse.rdf4j.sail.lmdb.PrivateFields.read;

import java.lang.reflect.Field;

/**
 * Ends the transaction in which a thread reads the values of an {@link LmdbStore}.
 *
 * <p>RDF4J 5.2 keeps one such transaction for each thread, and leaves its end to the garbage collector when the thread
 * has ended. If the store is closed between the collection and the end of the transaction, LMDB frees memory a second
 * time and the whole process dies with SIGSEGV. A transaction that a thread began after a commit never ends, so the
 * store would run out of places for readers.
 *
 * <p>This class is in RDF4J's package because the transactions are in private fields. Thread-safe.
 */
public final class ValueReads {
    private final ThreadLocal<?> reads;
    private final Field state;

    /** @param opened a store that is initialised */
    public ValueReads(LmdbStore opened) {
        reads = (ThreadLocal<?>) read(
                field(ValueStore.class, "threadLocalReadTxn"),
                opened.getBackingStore().getValueFactory());
        state = field(reads.get().getClass(), "state");
        end();
    }

    /**
     * Ends the transaction of the calling thread. The next value that the thread reads begins another one. The store
     * must be open.
     */
    public void end() {
        Object transaction = reads.get();
        ((Runnable) read(state, transaction)).run();
        reads.remove();
    }
}
