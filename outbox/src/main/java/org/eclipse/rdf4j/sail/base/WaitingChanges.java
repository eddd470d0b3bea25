package org.eclipse.rdf4j.sail.base;

import java.lang.reflect.Field;
import org.eclipse.rdf4j.sail.Sail;
import org.jspecify.annotations.Nullable;

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
     * Of a memory, Native or LMDB store that is initialised.
     *
     * @throws IllegalStateException if RDF4J's classes are not as in versions 5.0 and 5.2
     */
    public static WaitingChanges of(Sail opened) {
        if (value(opened, "store") instanceof SnapshotSailStore store
                && value(store, "explicitAutoFlush") instanceof SailSourceBranch statements) {
            return new WaitingChanges(statements);
        }
        throw new IllegalStateException(
                "this version of RDF4J keeps the changes of " + opened.getClass() + " elsewhere");
    }

    /** Of a private field of an object, or of a class that its class extends; null if there is none. */
    private static @Nullable Object value(Object owner, String name) {
        for (@Nullable Class<?> known = owner.getClass(); known != null; known = known.getSuperclass()) {
            try {
                Field field = known.getDeclaredField(name);
                field.setAccessible(true);
                return field.get(owner);
            } catch (NoSuchFieldException e) {
                // it may be in the class above
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
        return null;
    }

    /** Whether there are such changes to explicit statements. */
    public boolean exist() {
        return statements.isChanged();
    }
}
