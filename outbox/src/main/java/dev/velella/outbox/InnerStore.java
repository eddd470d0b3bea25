package dev.velella.outbox;

import org.eclipse.rdf4j.sail.Sail;
import org.eclipse.rdf4j.sail.StackableSail;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.jspecify.annotations.Nullable;

/** The store inside of Sails that stand around each other, such as inferencers. Immutable. */
record InnerStore(Sail sail) {
    private static final String MEMORY = "org.eclipse.rdf4j.sail.memory.MemoryStore";
    private static final String LMDB = "org.eclipse.rdf4j.sail.lmdb.LmdbStore";

    /** The innermost store. */
    static InnerStore of(Sail store) {
        Sail inner = store;
        while (inner instanceof StackableSail stacked) {
            inner = stacked.getBaseSail();
        }
        return new InnerStore(inner);
    }

    boolean isLmdb() {
        return is(LMDB);
    }

    /** Whether the store is empty after each start, as a MemoryStore that is not persistent. Then its outbox begins anew, too. */
    boolean isVolatile() {
        return is(MEMORY) && !((MemoryStore) sail).getPersist();
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
