package org.eclipse.rdf4j.sail.base;

import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.sail.Sail;

/**
 * The committed changes that a store of RDF4J has in memory and has not yet given to its files. It is in RDF4J's package because only there
 * one can ask. Stateless beside its store, and thread-safe.
 */
public final class WaitingChanges {
    private final SailSourceBranch statements;
    private final SailSourceBranch inferred;

    private WaitingChanges(SailSourceBranch statements, SailSourceBranch inferred) {
        this.statements = statements;
        this.inferred = inferred;
    }

    /**
     * Of a Native or LMDB store that is initialised.
     *
     * @throws IllegalStateException if RDF4J's classes are not as in versions 5.0 and 5.2
     */
    public static WaitingChanges of(Sail opened) {
        if (PrivateField.of(opened.getClass(), "store").read(opened) instanceof SnapshotSailStore store
                && PrivateField.of(SnapshotSailStore.class, "explicitAutoFlush").read(store)
                        instanceof SailSourceBranch statements
                && PrivateField.of(SnapshotSailStore.class, "inferredAutoFlush").read(store)
                        instanceof SailSourceBranch inferred) {
            return new WaitingChanges(statements, inferred);
        }
        throw new IllegalStateException(
                "this version of RDF4J keeps the changes of " + opened.getClass() + " elsewhere");
    }

    /** Whether there are such changes to explicit statements. */
    public boolean exist() {
        return statements.isChanged();
    }

    /**
     * Lets the changes from now on wait until the result is closed, which any thread may do. The last one that is closed writes them.
     *
     * <p>The result reads no statement. RDF4J 5.2 keeps the native memory of a reading of an LmdbStore for the thread that began it, without
     * a lock. If another thread ends the reading, two readings may get the same memory: they find other statements, and at
     * last the memory is freed twice, which ends the process.
     */
    public SailClosable hold() {
        SailDataset first = inferred.dataset(IsolationLevels.SNAPSHOT_READ);
        boolean held = false;
        try {
            SailDataset second = statements.dataset(IsolationLevels.SNAPSHOT_READ);
            held = true;
            return () -> {
                try {
                    first.close();
                } finally {
                    second.close();
                }
            };
        } finally {
            if (!held) {
                first.close();
            }
        }
    }
}
