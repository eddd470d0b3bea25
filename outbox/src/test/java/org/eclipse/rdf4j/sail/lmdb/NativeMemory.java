package org.eclipse.rdf4j.sail.lmdb;

import org.eclipse.rdf4j.sail.base.PrivateField;

/** The native memory that RDF4J keeps for the readings of a thread, and guards by no lock. */
public final class NativeMemory {
    private NativeMemory() {}

    /** Number of pieces that are kept for the calling thread and are not in use. */
    public static int kept() {
        return kept("valPoolIndex") + kept("keyPoolIndex");
    }

    private static int kept(String last) {
        return (Integer) PrivateField.of(Pool.class, last).read(Pool.get()) + 1;
    }
}
