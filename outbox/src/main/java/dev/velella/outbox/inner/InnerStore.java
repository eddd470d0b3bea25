package dev.velella.outbox.inner;

import org.eclipse.rdf4j.sail.Sail;
import org.eclipse.rdf4j.sail.StackableSail;
import org.eclipse.rdf4j.sail.base.WaitingChanges;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store inside of Sails that stand around each other, such as inferencers. Immutable.
 *
 * @param sail the innermost store
 */
public record InnerStore(Sail sail) {
    private static final Logger log = LoggerFactory.getLogger(InnerStore.class);

    private static final String MEMORY = "org.eclipse.rdf4j.sail.memory.MemoryStore";
    private static final String NATIVE = "org.eclipse.rdf4j.sail.nativerdf.NativeStore";
    private static final String LMDB = "org.eclipse.rdf4j.sail.lmdb.LmdbStore";

    /** The innermost store. */
    public static InnerStore of(Sail store) {
        Sail inner = store;
        while (inner instanceof StackableSail stacked) {
            inner = stacked.getBaseSail();
        }
        return new InnerStore(inner);
    }

    /** Whether it is an LmdbStore. */
    public boolean isLmdb() {
        return is(LMDB);
    }

    /** Whether it is a NativeStore. */
    public boolean isNative() {
        return is(NATIVE);
    }

    /** Whether the store is empty after each start, as a MemoryStore that is not persistent. Then its outbox begins anew, too. */
    public boolean isVolatile() {
        return is(MEMORY) && !((MemoryStore) sail).getPersist();
    }

    /** Tells whether a store has commits in memory alone; null for a MemoryStore, or if the store does not tell it. */
    public @Nullable WaitingChanges waitingChanges() {
        if (is(MEMORY)) {
            return null;
        }
        try {
            return WaitingChanges.of(sail);
        } catch (RuntimeException | LinkageError e) { // other classes, or out of reach
            log.warn(
                    "The outbox cannot ask its store which commits are written, and keeps its last two files only: {}. A kill"
                            + " while somebody reads for long may take commits from the store that are in Kafka. Use RDF4J"
                            + " 5.0 or 5.2",
                    e.toString());
            return null;
        }
    }

    /** By name, because the class is missing where no such store is used. */
    private boolean is(String name) {
        for (@Nullable Class<?> known = sail.getClass(); known != null; known = known.getSuperclass()) {
            if (known.getName().equals(name)) {
                return true;
            }
        }
        return false;
    }
}
