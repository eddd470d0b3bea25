package org.eclipse.rdf4j.sail.base;

import org.eclipse.rdf4j.sail.Sail;

/**
 * Tells whether a store of RDF4J has committed changes in memory that it has not yet given to its files. It is in RDF4J's package because
 * only there one can ask. Stateless beside its store, and thread-safe.
 */
public final class WaitingChanges {
    private final SailSourceBranch statements;

    private WaitingChanges(SailSourceBranch statements) {
        this.statements = statements;
    }

    /**
     * Of a Native or LMDB store that is initialised.
     *
     * @throws IllegalStateException if RDF4J's classes are not as in versions 5.0 and 5.2
     */
    public static WaitingChanges of(Sail opened) {
        if (PrivateField.of(opened.getClass(), "store").read(opened) instanceof SnapshotSailStore store
                && PrivateField.of(SnapshotSailStore.class, "explicitAutoFlush").read(store)
                        instanceof SailSourceBranch statements) {
            return new WaitingChanges(statements);
        }
        throw new IllegalStateException(
                "this version of RDF4J keeps the changes of " + opened.getClass() + " elsewhere");
    }

    /** Whether there are such changes to explicit statements. */
    public boolean exist() {
        return statements.isChanged();
    }
}
