package dev.velella.outbox;

import org.eclipse.rdf4j.sail.SailException;
import org.jspecify.annotations.Nullable;

/** The store has lost a part of itself, in a kill or with a full disk. The message says so, and what to do. */
final class DamagedStoreException extends SailException {
    private static final long serialVersionUID = 1;

    /** @param damage a clause that names the part that is damaged, for example {@code it has lost a value in a crash} */
    DamagedStoreException(String damage, @Nullable Throwable cause) {
        super(
                "the store is damaged: " + damage
                        + "; restore the store from a backup, and the outbox leads on from there"
                        + " if it has all commits since",
                cause);
    }
}
