package dev.velella.outbox.inner;

import org.eclipse.rdf4j.sail.Sail;
import org.eclipse.rdf4j.sail.lmdb.LmdbStore;
import org.eclipse.rdf4j.sail.lmdb.ValuesFirstStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The order in which an LmdbStore commits values and statements. Stateless. */
public final class LmdbOrder {
    private static final Logger log = LoggerFactory.getLogger(LmdbOrder.class);

    private LmdbOrder() {}

    /**
     * Lets an LmdbStore commit its values first, so that a kill does not damage it. Another store is left as it is.
     *
     * @param store is initialised, and has no connection; may stand around others
     */
    public static void set(Sail store) {
        InnerStore inner = InnerStore.of(store);
        if (inner.isLmdb()) {
            try {
                ValuesFirstStore.install((LmdbStore) inner.sail());
            } catch (RuntimeException | LinkageError e) { // the classes of this version are others
                log.warn(
                        "A kill of this process may damage its LmdbStore, because this version of RDF4J commits statements"
                                + " before their values, and the outbox cannot change this: {}. Use RDF4J 5.0 or 5.2,"
                                + " or make backups",
                        e.toString());
            }
        }
    }
}
